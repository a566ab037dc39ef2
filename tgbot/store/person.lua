-- Note something about a person.
-- KEYS person   ARGV the night they joined or '', ms after which a night may be gone, 1 only if they are known, then
-- field, value, ...   -> of somebody who joined, the nights that may be gone, by field
if ARGV[3] == '1' and redis.call('EXISTS', KEYS[1]) == 0 then
  return {}
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for at = 4, #ARGV, 2 do
  redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1])
end
local old = {}
if ARGV[1] ~= '' then
  redis.call('HSET', KEYS[1], 'night:' .. ARGV[1], string.format('%d', now))
  local record = redis.call('HGETALL', KEYS[1])
  for at = 1, #record, 2 do
    local kind = string.sub(record[at], 1, 6)
    if (kind == 'night:' or kind == 'named:') and tonumber(record[at + 1]) < now - tonumber(ARGV[2]) then
      table.insert(old, record[at])
    end
  end
end
return old
