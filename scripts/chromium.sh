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

# The node that Playwright brings along is linked to it, and a minimal Debian has none.
libatomic() { [ "$(uname)" != Linux ] || PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null | grep -q 'libatomic\.so\.1'; }

missing=()
found || missing+=(chromium fonts-noto-color-emoji)
libatomic || missing+=(libatomic1)
[ ${#missing[@]} = 0 ] && exit 0

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "The browser tests need what is not here: ${missing[*]} (Debian's names)."
  exit 0
fi
echo "Installing for the browser tests: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
{ apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >/dev/null 2>&1 </dev/null ||
  echo "They could not be installed: the browser tests have to do without."
exit 0
