-- Set a key unless it has a value: the night that a chat points to, a secret that all processes share.
-- KEYS key   ARGV value   -> the value it has now
local value = redis.call('GET', KEYS[1])
if not value then
  value = ARGV[1]
  redis.call('SET', KEYS[1], value)
end
return value
