-- Write a change of one night, whole or not at all.
-- KEYS night, log, ledger, news, shown, wake, [seen]
-- ARGV id, expected version, schema, state, answer, seconds to keep the answer, until when the night is kept (Unix ms)
--      after its end or else -1 * for how long (ms) without any change, numbers of log lines, entries and news, then those
-- -> {1, new version, now} | {2, the answer given before} | {3} another version

-- First of all: a client that lost the reply sends the same call again, and would meet its own version.
local answer = KEYS[7] and redis.call('GET', KEYS[7])
if answer then
  return {2, answer}
end
local version = tonumber(redis.call('HGET', KEYS[1], 'v') or 0)
if version ~= tonumber(ARGV[2]) then
  return {3}
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], 'v', version + 1, 'schema', ARGV[3], 'state', ARGV[4])
local at = 11
for list = 0, 2 do
  for _ = 1, tonumber(ARGV[8 + list]) do
    redis.call('RPUSH', KEYS[2 + list], ARGV[at])
    at = at + 1
  end
end
redis.call('ZADD', KEYS[6], now, ARGV[1])
if KEYS[7] then
  redis.call('SET', KEYS[7], ARGV[5], 'EX', ARGV[6])
end
local kept = tonumber(ARGV[7])
if kept > 0 then
  redis.call('HSET', KEYS[1], 'ended', 1)
end
for key = 1, 5 do
  redis.call('PEXPIREAT', KEYS[key], string.format('%d', kept > 0 and kept or now - kept))
end
return {1, version + 1, now}
