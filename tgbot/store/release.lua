-- Let a chat point nowhere if it still points to this night.
-- KEYS chat   ARGV id
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
