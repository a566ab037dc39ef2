-- Note up to where the news were told, and drop those: the first that is left has the cursor's index.
-- KEYS shown, news, night   ARGV cursor
local before = tonumber(redis.call('HGET', KEYS[1], 'news') or 0)
local cursor = math.min(tonumber(ARGV[1]), before + redis.call('LLEN', KEYS[2]))
if cursor <= before then
  return 0
end
redis.call('LTRIM', KEYS[2], cursor - before, -1)
redis.call('HSET', KEYS[1], 'news', cursor)
local left = redis.call('PTTL', KEYS[3])
if left > 0 then
  redis.call('PEXPIRE', KEYS[1], left)
end
return 1
