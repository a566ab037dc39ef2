-- Set a state aside that could not be read, unless the night has another version by now.
-- KEYS night, aside, wake   ARGV id, version, schema, ms to keep it   -> 1 done, 0 somebody was faster
local night = redis.call('HMGET', KEYS[1], 'v', 'schema', 'state')
if (night[1] or '') ~= ARGV[2] or (night[2] or '') ~= ARGV[3] then
  return 0
end
local time = redis.call('TIME')
local now = string.format('%d', time[1] * 1000 + math.floor(time[2] / 1000))
redis.call('HSET', KEYS[2], now .. ':v' .. ARGV[2] .. ':schema' .. ARGV[3], night[3] or '')
redis.call('PEXPIRE', KEYS[2], ARGV[4])
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[3], ARGV[1])
return 1
