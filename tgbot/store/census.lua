-- How many nights of a partition have not ended or are still to be delivered, how many are due, and for how long.
-- KEYS wake   -> nights, due, ms that the most overdue one has been due
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
local overdue = first and math.max(now - tonumber(first), 0) or 0
return {redis.call('ZCARD', KEYS[1]), redis.call('ZCOUNT', KEYS[1], '-inf', now), overdue}
