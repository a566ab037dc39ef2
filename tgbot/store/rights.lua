-- What the user of this connection may not do, as "COMMAND key"; nothing where the server cannot tell.
-- KEYS any   ARGV how many commands, then those, then keys
local refused = {}
for command = 2, ARGV[1] + 1 do
  for key = ARGV[1] + 2, #ARGV do
    if redis.acl_check_cmd and not redis.acl_check_cmd(ARGV[command], ARGV[key]) then
      table.insert(refused, ARGV[command] .. ' ' .. ARGV[key])
    end
  end
end
return refused
