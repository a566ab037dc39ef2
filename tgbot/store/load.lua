-- A night at this moment, and the answer that an update got before.
-- KEYS night, aside, [seen]   -> now, damaged, v, schema, state, answer
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local night = redis.call('HMGET', KEYS[1], 'v', 'schema', 'state')
local damaged = not night[1] and redis.call('EXISTS', KEYS[2]) or 0
return {now, damaged, night[1], night[2], night[3], KEYS[3] and redis.call('GET', KEYS[3]) or false}
