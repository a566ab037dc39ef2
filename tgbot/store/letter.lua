-- Put a letter on top of the others, which are a hundred at most and are kept as long as there are new ones.
-- KEYS letters   ARGV letter, how many to keep, ms to keep them
redis.call('LPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], 0, ARGV[2] - 1)
return redis.call('PEXPIRE', KEYS[1], ARGV[3])
