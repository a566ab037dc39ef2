-- Let one more through at an even pace, with some at once (a leaky bucket, kept as the time when it will be empty).
-- KEYS bucket   ARGV ms of each one, ms that may be ahead   -> ms to wait (0: go)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local empty = tonumber(redis.call('GET', KEYS[1]) or 0)
if empty > now + ARGV[2] then  -- more than it holds: the clock was set back
  empty = 0
end
empty = math.max(empty, now) + tonumber(ARGV[1])
local wait = empty - now - tonumber(ARGV[2])
if wait > 0 then
  return wait
end
redis.call('SET', KEYS[1], string.format('%d', empty), 'PX', empty - now)
return 0
