-- Set a key unless it has another value: the night that a chat points to, the habits of a group.
-- KEYS key   ARGV value, [ms that it is kept; without it for good, also what was to go]   -> the value it has now
local value = redis.call('GET', KEYS[1])
if value and value ~= ARGV[1] then
  return value
end
if ARGV[2] then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
else
  redis.call('SET', KEYS[1], ARGV[1])
end
return ARGV[1]
