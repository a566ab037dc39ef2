-- Somebody serves now; when nobody has for too long, remember when that ended.
-- KEYS alive (a hash: at, since)   ARGV how long is too long, ms   -> the end of the latest outage (Unix ms, 0 none)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local before = tonumber(redis.call('HGET', KEYS[1], 'at') or now)
if now - before > tonumber(ARGV[1]) then
  redis.call('HSET', KEYS[1], 'since', string.format('%d', now))
end
redis.call('HSET', KEYS[1], 'at', string.format('%d', now))
return tonumber(redis.call('HGET', KEYS[1], 'since') or 0)
