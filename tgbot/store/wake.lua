-- Make a night due at a time if it is not due before, and let the holder of its lease know.
-- KEYS wake, night, lease   ARGV id, when (Unix ms)
if redis.call('EXISTS', KEYS[2]) == 0 then
  return 0
end
redis.call('ZADD', KEYS[1], 'LT', ARGV[2], ARGV[1])
local holder = redis.call('GET', KEYS[3])
if holder and string.sub(holder, -1) ~= '+' then
  redis.call('SET', KEYS[3], holder .. '+', 'KEEPTTL')
end
return 1
