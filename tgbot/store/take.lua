-- Let one more message through if every rule has room for it, and count it; no rule counts what another one refuses.
-- KEYS the latest messages' times (newest first), [pause]
-- ARGV messages without a gap, ms of gap for each further one (0: no gaps), then for each rule messages, ms
-- -> ms to wait (0: go), now
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local wait = KEYS[2] and redis.call('PTTL', KEYS[2]) or 0
local keep, longest = 0, 0
for at = 3, #ARGV, 2 do
  local messages, window = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  keep, longest = math.max(keep, messages), math.max(longest, window)
  local before = redis.call('LINDEX', KEYS[1], messages - 1)
  if before then
    wait = math.max(wait, before + window - now)
  end
end
if ARGV[2] ~= '0' then
  local times, recent = redis.call('LRANGE', KEYS[1], 0, -1), 0
  while times[recent + 1] and now - times[recent + 1] < longest do
    recent = recent + 1
  end
  if recent > tonumber(ARGV[1]) then
    wait = math.max(wait, times[1] + (recent - ARGV[1]) * ARGV[2] - now)
  end
end
if wait > 0 then
  return {wait, now}
end
redis.call('LPUSH', KEYS[1], string.format('%d', now))
redis.call('LTRIM', KEYS[1], 0, keep - 1)
redis.call('PEXPIRE', KEYS[1], longest)
return {0, now}
