#!/usr/bin/env bash
# Runs the script for pipelines against a server: ./dev interop ci.
set -eu
cd "$(dirname "$0")/../.."
ROOT=$(pwd -P)
. build/find-java.sh
. build/interop/lib.sh
need_java
need_maven
start_holdfast
export HOLDFAST=$ROOT/holdfast HOLDFAST_URL=$URL

# job WHAT STATUS SETTINGS...: runs locked.sh with these variables.
job() {
  what=$1
  wanted=$2
  shift 2
  status=0
  env "$@" integrations/ci/locked.sh >"$WORK/body" 2>&1 || status=$?
  printf '%-46s %s  %s\n' "$what" "$status" "$(tr '\n' ' ' <"$WORK/body" | cut -c1-110)"
  expect "$wanted" "$status"
}

say "Jobs of a pipeline"
job "a job runs under the lock" 0 LOCK=deploy \
  'COMMAND=[ "$HOLDFAST_FENCE" -gt 0 ] && echo "deployed $HOLDFAST_KEY"'
expect_text "deployed deploy"
job "its exit code is that of the command" 3 LOCK=deploy 'COMMAND=exit 3'
job "a name is required" 64 LOCK= COMMAND=true

# A job that holds the lock until it is told to end.
env LOCK=deploy "OWNER=web#41" "COMMAND=until [ -e '$WORK/end' ]; do sleep 0.1; done" \
  integrations/ci/locked.sh &
holder=$!
STARTED="$STARTED $holder"
holds() { curl -s "$URL/v1/resources/locks/deploy" | grep -q '"owner":"web#41"'; }
await 30 holds || fail "the first job did not get the lock"
job "a second job that does not wait is refused" 75 LOCK=deploy WAIT=0 COMMAND=true
job "one that waits for a second is refused too" 75 LOCK=deploy WAIT=1s COMMAND=true
job "a job with another lock runs" 0 LOCK=docs WAIT=0 COMMAND=true
: >"$WORK/end"
job "a job that waits gets the lock in the end" 0 LOCK=deploy WAIT=1m 'COMMAND=echo next'
wait "$holder"
end
