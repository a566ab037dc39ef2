-- Put a night back as a backup has it, due at once, unless there is one already. A state that could not be read is none;
-- it stays aside when a whole one comes.
-- KEYS night, log, ledger, news, shown, aside, wake
-- ARGV id, when it goes (Unix ms, -1 never), the numbers of values for the first six keys, then those   -> 1 done, 0
if redis.call('EXISTS', KEYS[1]) == 1 or (ARGV[3] == '0' and redis.call('EXISTS', KEYS[6]) == 1) then
  return 0
end
local at = 9
for key = 1, 6 do
  local list = key >= 2 and key <= 4
  if key <= 5 then
    redis.call('DEL', KEYS[key])
  end
  for _ = 1, tonumber(ARGV[2 + key]), list and 1 or 2 do
    if list then
      redis.call('RPUSH', KEYS[key], ARGV[at])
      at = at + 1
    else
      redis.call('HSET', KEYS[key], ARGV[at], ARGV[at + 1])
      at = at + 2
    end
  end
  if ARGV[2] ~= '-1' then
    redis.call('PEXPIREAT', KEYS[key], ARGV[2])
  end
end
if redis.call('EXISTS', KEYS[1]) == 1 then
  local time = redis.call('TIME')
  redis.call('ZADD', KEYS[7], time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
end
return 1
