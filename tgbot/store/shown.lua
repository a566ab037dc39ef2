-- Note what a slot shows now.
-- KEYS shown, night   ARGV slot, [text]
if not ARGV[2] then
  return redis.call('HDEL', KEYS[1], ARGV[1])
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
local left = redis.call('PTTL', KEYS[2])
if left > 0 then
  redis.call('PEXPIRE', KEYS[1], left)
end
return 1
