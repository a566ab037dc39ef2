-- One night as it is at this moment.
-- KEYS night, log, ledger, news, shown, aside   -> when it goes (Unix ms, -1 never), then the contents of each key
local time = redis.call('TIME')
local left = redis.call('PTTL', KEYS[1])
if left == -2 then  -- it was set aside
  left = redis.call('PTTL', KEYS[6])
end
local goes = left < 0 and -1 or time[1] * 1000 + math.floor(time[2] / 1000) + left
local all = {string.format('%d', goes)}
for at, key in ipairs(KEYS) do
  local list = at >= 2 and at <= 4
  all[at + 1] = list and redis.call('LRANGE', key, 0, -1) or redis.call('HGETALL', key)
end
return all
