#!/usr/bin/env bash
# Makes what compose.yaml and kustomization.yaml read from secrets/, with passwords nobody has to think of:
#   TELEGRAM_TOKEN=123456:ABC… deploy/secrets.sh bot.example.org
set -euo pipefail
cd "$(dirname "$0")"
domain=${1:?the name under which Telegram reaches the bot, as in bot.example.org}
: "${TELEGRAM_TOKEN:?comes from @BotFather}"

if [ -e secrets ]; then
  echo "deploy/secrets/ is there already: move it away first" >&2
  exit 1
fi
password() { head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }
bot=$(password)
backup=$(password)

# Others on this machine cannot look into the folder; the users of the containers read the files in it.
mkdir -m 700 secrets
sed "s/>CHANGE-ME-TOO /#$(printf %s "$backup" | sha256sum | cut -d' ' -f1) /
     s/>CHANGE-ME /#$(printf %s "$bot" | sha256sum | cut -d' ' -f1) /" redis.acl >secrets/valkey.acl
printf '%s\n' "TELEGRAM_TOKEN=$TELEGRAM_TOKEN" "WEBHOOK_URL=https://$domain" \
  "REDIS_URL=redis://stamgast:$bot@valkey:6379/0" >secrets/bot.env
printf '%s\n' "REDIS_URL=redis://backup:$backup@valkey:6379/0" >secrets/backup.env
printf '%s\n' "DOMAIN=$domain" >secrets/caddy.env
chmod 644 secrets/*
echo "deploy/secrets/ is made"
