#!/usr/bin/env bash
# Runs a command of a pipeline under a lock. The settings are environment variables, which the
# composite action sets from its inputs:
#   LOCK       the name of the lock
#   COMMAND    the command, for bash
#   WAIT       how long to wait, such as 10m; empty waits for ever, 0 does not wait
#   TTL        how long the lease lasts without renewal, 30s by default
#   SEMAPHORE  take one of so many slots instead of a lock; empty for a lock
# HOLDFAST_URL names the server, and HOLDFAST_TOKEN has the token. The command finds HOLDFAST_FENCE.
set -eu

fail() {
  printf 'locked: %s\n' "$*" >&2
  exit 64
}

[ -n "${LOCK:-}" ] || fail "LOCK is empty; set it to the name of the lock"
[ -n "${COMMAND:-}" ] || fail "COMMAND is empty; set it to the command to run"
holdfast=${HOLDFAST:-holdfast}
command -v "$holdfast" >/dev/null \
  || fail "$holdfast is not installed; put a release of Holdfast on the PATH, or set HOLDFAST"

options=(--ttl "${TTL:-30s}")
case ${WAIT:-} in
  '') ;;
  0) options+=(--no-wait) ;;
  *) options+=(--wait "$WAIT") ;;
esac
[ -z "${SEMAPHORE:-}" ] || options+=(--semaphore "$SEMAPHORE")
# Others see which run holds the lock.
[ -z "${OWNER:-}" ] || options+=(--owner "$OWNER")
exec "$holdfast" run "$LOCK" "${options[@]}" -- bash -euo pipefail -c "$COMMAND"
