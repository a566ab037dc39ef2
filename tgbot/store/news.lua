-- Note up to where the news were told, and drop those: the first that is left has the cursor's index.
-- Nothing when another one holds the night's lease.
-- KEYS shown, news, night, holder   ARGV token ('': whoever does), cursor   -> 1 noted (also before), 0
if ARGV[1] ~= '' and redis.call('GET', KEYS[4]) ~= ARGV[1] then
  return 0
end
local before = tonumber(redis.call('HGET', KEYS[1], 'news') or 0)
local cursor = math.min(tonumber(ARGV[2]), before + redis.call('LLEN', KEYS[2]))
if cursor <= before then
  return 1
end
redis.call('LTRIM', KEYS[2], cursor - before, -1)
redis.call('HSET', KEYS[1], 'news', cursor)
local left = redis.call('PTTL', KEYS[3])
if left > 0 then
  redis.call('PEXPIRE', KEYS[1], left)
end
return 1
