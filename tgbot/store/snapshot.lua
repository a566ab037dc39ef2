-- What delivery needs of a night.
-- KEYS night, aside, shown, news   -> now, damaged, v, schema, state, shown, news
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local night = redis.call('HMGET', KEYS[1], 'v', 'schema', 'state')
local damaged = not night[1] and redis.call('EXISTS', KEYS[2]) or 0
local shown = redis.call('HGETALL', KEYS[3])
return {now, damaged, night[1], night[2], night[3], shown, redis.call('LRANGE', KEYS[4], 0, -1)}
