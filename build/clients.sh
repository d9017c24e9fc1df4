#!/usr/bin/env bash
# Tests the clients in other languages against servers from this checkout: build/clients.sh [python]
# [typescript]. Run after ./dev build. Everything is installed below target/clients.
set -eu
cd "$(dirname "$0")/.."
ROOT=$(pwd -P)
. build/find-java.sh
need_java
export JAVA_HOME HOLDFAST_ROOT=$ROOT
MADE=$ROOT/target/clients
mkdir -p "$MADE"

fail() {
  printf 'clients: %s\n' "$*" >&2
  exit 69
}

# Copies a client's sources, so that no build leaves files among them.
copy() {
  mkdir -p "$MADE/$1"
  for old in src tests test; do rm -rf "${MADE:?}/$1/$old"; done
  (cd "clients/$1" && tar cf - --exclude=node_modules --exclude=dist .) | tar xf - -C "$MADE/$1"
}

python() {
  command -v python3 >/dev/null \
    || fail "python3 is missing; install Python 3.10 or newer, with its venv module"
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' \
    || fail "$(python3 --version) is too old; install Python 3.10 or newer"
  copy python
  venv=$MADE/venv
  if ! "$venv/bin/python" -c 'import pytest, mypy, setuptools' 2>/dev/null; then
    python3 -m venv "$venv" \
      || fail "python3 has no venv module; on Debian its package is python3-venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check \
      -r clients/python/tests/requirements.txt
  fi
  "$venv/bin/pip" install --quiet --disable-pip-version-check --no-build-isolation \
    --force-reinstall "$MADE/python"
  (cd "$MADE/python" && "$venv/bin/mypy" --cache-dir "$MADE/mypy" \
    && "$venv/bin/pytest" -q -p no:cacheprovider -n 2)
}

typescript() {
  command -v npm >/dev/null || fail "npm is missing; install Node 20 or newer, with npm"
  node -e 'process.exit(process.versions.node.split(".")[0] < 20 ? 1 : 0)' \
    || fail "Node $(node --version) is too old; install Node 20 or newer"
  copy typescript
  cd "$MADE/typescript"
  if ! cmp -s package-lock.json node_modules/installed; then
    npm ci --silent --ignore-scripts
    cp package-lock.json node_modules/installed
  fi
  rm -rf dist
  npm test --silent
  cd "$ROOT"
}

[ $# -gt 0 ] || set -- python typescript
for client in "$@"; do
  case $client in
    python | typescript) "$client" ;;
    *) fail "unknown client: $client" ;;
  esac
done
