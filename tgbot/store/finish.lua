-- Give a lease back and say when the night is due next, unless there is something new to deliver.
-- KEYS lease, night, wake, holder   ARGV id, token, version (0: there is no such night), [when, Unix ms]
local holder = redis.call('GET', KEYS[1])
if holder ~= ARGV[2] and holder ~= ARGV[2] .. '+' then
  return 0
end
redis.call('DEL', KEYS[1], KEYS[4])
if holder ~= ARGV[2] or (redis.call('HGET', KEYS[2], 'v') or '0') ~= ARGV[3] then
  return 0
end
if ARGV[4] then
  redis.call('ZADD', KEYS[3], ARGV[4], ARGV[1])
elseif ARGV[3] ~= '0' and not redis.call('HGET', KEYS[2], 'ended') then
  -- It has not ended, so it stays among the nights, which are counted here, and a little longer than it is kept.
  local time = redis.call('TIME')
  local left = math.max(redis.call('PTTL', KEYS[2]), 0) + 60000
  redis.call('ZADD', KEYS[3], string.format('%d', time[1] * 1000 + left), ARGV[1])
else
  redis.call('ZREM', KEYS[3], ARGV[1])
end
return 1
