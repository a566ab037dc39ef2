-- Let one more message through if every rule has room for it, and count it; no rule counts what another one refuses.
-- Whoever goes first and finds no room in all chats gets a turn, the next one after those of others; meanwhile nobody
-- goes who has none. A turn that is not used lapses.
-- KEYS the latest messages' times in a chat (newest first), its pause,
--      [the times in all chats together, the turns: when by chat, and the latest one]
-- ARGV messages without a gap, ms of gap for each further one (0: no gaps), the chat if it goes first, or '',
--      number of rules of the chat, then for each rule messages, ms: those of the chat, those of all chats
-- -> ms to wait (0: go), ms to wait because of all chats together, now
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local lapses = 5000

-- A time, 0 for one so far ahead that the clock must have been set back since.
local function known(time, ahead)
  time = tonumber(time or 0)
  return time <= now + ahead and time or 0
end

local function look(key, first, last)
  local wait, keep, longest = 0, 0, 0
  for at = first, last, 2 do
    local messages, window = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
    keep, longest = math.max(keep, messages), math.max(longest, window)
    wait = math.max(wait, known(redis.call('LINDEX', key, messages - 1), window) + window - now)
  end
  return wait, keep, longest
end

local function count(key, keep, longest)
  redis.call('LPUSH', key, string.format('%d', now))
  redis.call('LTRIM', key, 0, keep - 1)
  redis.call('PEXPIRE', key, longest)
end

local last = 4 + 2 * ARGV[4]
local wait, keep, longest = look(KEYS[1], 5, last)
wait = math.max(wait, redis.call('PTTL', KEYS[2]))
if ARGV[2] ~= '0' then
  local times, recent = redis.call('LRANGE', KEYS[1], 0, -1), 0
  while now - known(times[recent + 1], longest) < longest do
    recent = recent + 1
  end
  if recent > tonumber(ARGV[1]) then
    wait = math.max(wait, times[1] + (recent - ARGV[1]) * ARGV[2] - now)
  end
end
if not KEYS[3] then
  if wait <= 0 then
    count(KEYS[1], keep, longest)
  end
  return {wait, 0, now}
end
local full, keep_all, longest_all = look(KEYS[3], last + 1, #ARGV)
local turn, latest = unpack(redis.call('HMGET', KEYS[4], ARGV[3], 'latest'))
turn, latest = known(turn, 100 * longest_all), known(latest, 100 * longest_all)
if turn > now then
  full = math.max(full, turn - now)
elseif turn + lapses < now and wait <= 0 and (full > 0 or latest > now) then
  if ARGV[3] == '' then
    full = math.max(full, latest - now)
  else
    full = math.max(full, latest + math.ceil(longest_all / keep_all) - now)
    turn = string.format('%d', now + full)
    redis.call('HSET', KEYS[4], ARGV[3], turn, 'latest', turn)
    redis.call('PEXPIRE', KEYS[4], full + lapses)
  end
end
if wait <= 0 and full <= 0 then
  if keep > 0 then
    count(KEYS[1], keep, longest)
  end
  count(KEYS[3], keep_all, longest_all)
  redis.call('HDEL', KEYS[4], ARGV[3])
end
return {wait, full, now}
