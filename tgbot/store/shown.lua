-- Note what a slot shows now, unless another one holds the night's lease, or there is no such night.
-- KEYS shown, night, holder   ARGV token ('': whoever does), slot, [text]   -> 1 noted, 0
if ARGV[1] ~= '' and redis.call('GET', KEYS[3]) ~= ARGV[1] then
  return 0
end
if not ARGV[3] then
  redis.call('HDEL', KEYS[1], ARGV[2])
  return 1
end
if redis.call('EXISTS', KEYS[2]) == 0 then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
local left = redis.call('PTTL', KEYS[2])
if left > 0 then
  redis.call('PEXPIRE', KEYS[1], left)
end
return 1
