-- Take the lease of a night, or hold it longer. Its value is the holder's token, and a "+" when the night was woken since.
-- Who held it last is remembered: after the lease ran out the holder may go on as long as nobody else has come.
-- KEYS lease, holder   ARGV token, ms, ms to remember the holder, 1 only to go on (0 also to begin)
-- -> 1 it is ours, 2 and whoever had it before has not given it back, 0 it is not
local ours = 1
local lease = redis.call('GET', KEYS[1])
if lease and lease ~= ARGV[1] and lease ~= ARGV[1] .. '+' then
  if redis.call('PTTL', KEYS[1]) > tonumber(ARGV[2]) then
    redis.call('PEXPIRE', KEYS[1], ARGV[2])  -- the clock was set back, and its holder may be dead
  end
  return 0
end
if lease then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
elseif ARGV[4] == '0' then
  local before = redis.call('GET', KEYS[2])
  ours = before and before ~= ARGV[1] and 2 or 1
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
elseif redis.call('GET', KEYS[2]) == ARGV[1] then
  -- Nobody knows whether the night was woken meanwhile.
  redis.call('SET', KEYS[1], ARGV[1] .. '+', 'PX', ARGV[2])
else
  return 0
end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3])
return ours
