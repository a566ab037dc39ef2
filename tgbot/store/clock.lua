-- The server's clock in Unix ms. A key says which server of a cluster: the command TIME alone would ask them all.
-- KEYS any
local time = redis.call('TIME')
return time[1] * 1000 + math.floor(time[2] / 1000)
