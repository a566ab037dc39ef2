-- Take the lease of a night, or hold it longer. Its value is the holder's token, and a "+" when the night was woken since.
-- KEYS lease   ARGV token, ms
local holder = redis.call('GET', KEYS[1])
if not holder then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return 1
end
if holder == ARGV[1] or holder == ARGV[1] .. '+' then
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 0
