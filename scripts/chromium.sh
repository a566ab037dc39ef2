#!/usr/bin/env bash
# Sees to a Chromium for the browser tests: takes what is on PATH, installs Debian's as root, else says what will be missing.
# Never fails: without a browser those tests are skipped, or fail by themselves under STAMGAST_REQUIRE_BROWSER=1.
set -uo pipefail

found() {
  local name
  for name in chromium chromium-browser google-chrome; do
    "$name" --version >/dev/null 2>&1 && return 0
  done
  return 1
}

found && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "No Chromium here: the browser tests will be skipped. Install chromium to run them."
  exit 0
fi
echo "Installing Chromium for the browser tests"
export DEBIAN_FRONTEND=noninteractive
{ apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-noto-color-emoji; } >/dev/null 2>&1 </dev/null
found || echo "Chromium could not be installed: the browser tests have to do without."
exit 0
