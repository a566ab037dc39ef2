-- Point a chat to a night unless it points to one.
-- KEYS chat   ARGV id   -> the night it points to
local night = redis.call('GET', KEYS[1])
if not night then
  night = ARGV[1]
  redis.call('SET', KEYS[1], night)
end
return night
