-- Write a night and its lists anew, line by line as many as before; nothing when anything was added or told meanwhile.
-- KEYS night, log, ledger, news, wake
-- ARGV id, expected version, schema, state, numbers of log lines, entries and news, then those   -> 1 done, 0 changed
if (redis.call('HGET', KEYS[1], 'v') or '') ~= ARGV[2] or redis.call('LLEN', KEYS[4]) ~= tonumber(ARGV[7]) then
  return 0
end
local left = redis.call('PTTL', KEYS[1])
redis.call('HSET', KEYS[1], 'v', ARGV[2] + 1, 'schema', ARGV[3], 'state', ARGV[4])
local at = 8
for list = 0, 2 do
  redis.call('DEL', KEYS[2 + list])
  for _ = 1, tonumber(ARGV[5 + list]) do
    redis.call('RPUSH', KEYS[2 + list], ARGV[at])
    at = at + 1
  end
  if left > 0 then
    redis.call('PEXPIRE', KEYS[2 + list], left)
  end
end
local time = redis.call('TIME')
redis.call('ZADD', KEYS[5], time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
return 1
