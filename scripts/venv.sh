#!/usr/bin/env bash
# Makes .venv where there is none, and installs a lock file into it: scripts/venv.sh requirements/base.txt
set -Eeuo pipefail
cd "$(dirname "$0")/.."
lock=$1

# A name on PATH is not enough: version managers put there stubs that fail, and Debian splits ensurepip off.
new_enough() { "$1" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
with_pip() { new_enough "$1" && "$1" -c 'import ensurepip' >/dev/null 2>&1; }

find_python() {
  local test name
  for test in with_pip new_enough; do
    for name in python3 python3.13 python3.12 python3.11 python3.14 python; do
      if "$test" "$name"; then
        command -v "$name"
        return
      fi
    done
  done
  echo "Python 3.11 or newer is needed, and none was found (tried python3, python3.11 to python3.14)." >&2
  return 1
}

make_venv() {
  local python
  python=$(find_python)
  echo "Making .venv with $("$python" --version) ($python)"
  if with_pip "$python"; then
    "$python" -m venv .venv
  elif "$python" -m pip --version >/dev/null 2>&1; then
    "$python" -m venv --without-pip .venv
    "$python" -m pip --quiet --python .venv/bin/python install pip
  elif [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv >/dev/null
    "$python" -m venv .venv
  else
    echo "$python has neither ensurepip nor pip. On Debian and Ubuntu: apt-get install python3-venv" >&2
    return 1
  fi
}

if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
  rm -rf .venv
  trap 'rm -rf .venv' ERR # half an environment would pass for a whole one next time
  make_venv
  trap - ERR
fi
echo "Installing $lock"
exec .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input --only-binary :all: --require-hashes -r "$lock"
