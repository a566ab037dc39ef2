-- Nights that are due, the longest due first.
-- KEYS wake   ARGV how many at most   -> id, when (Unix ms), id, when ...
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[1], 'WITHSCORES')
