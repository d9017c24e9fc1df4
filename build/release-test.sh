#!/usr/bin/env bash
# Tests an archive of a release: unpacks it into an empty directory and, as a user who is not root,
# starts the server, runs the first lock as in README.md and the command line.
#
# usage: build/release-test.sh ARCHIVE [--without-cache]
#
# An archive with a runtime is tested without any other Java. With --without-cache there is no
# writable place for the start-up cache, which the server then does without.
set -eu
ROOT=$(cd "$(dirname "$0")/.." && pwd -P)
. "$ROOT/build/find-java.sh"
. "$ROOT/build/interop/lib.sh"
ARCHIVE=$1
CACHE=${2:-}

chmod 755 "$WORK"
mkdir "$WORK/empty" "$WORK/home"
tar -xzf "$ARCHIVE" -C "$WORK/empty" --no-same-owner
RELEASE=$(echo "$WORK"/empty/holdfast-*)
RUN=(env -i "HOME=$WORK/home" PATH=/usr/bin:/bin "LANG=${LANG:-C}")
if [ -x "$RELEASE/runtime/bin/java" ]; then
  JAVA=$RELEASE/runtime/bin/java
else
  need_java
  JAVA=$JAVA_HOME/bin/java
  RUN+=("JAVA_HOME=$JAVA_HOME")
fi
if [ "$CACHE" = --without-cache ]; then
  RUN+=(HOLDFAST_CACHE_DIR=/proc/none)
fi
if [ "$(id -u)" = 0 ]; then
  chown 65534:65534 "$WORK/home"
  RUN=(setpriv --reuid=65534 --regid=65534 --clear-groups "${RUN[@]}")
fi
HOLDFAST=("${RUN[@]}" "$RELEASE/bin/holdfast")
cd "$WORK/home"

"${HOLDFAST[@]}" --version
"${HOLDFAST[@]}" serve --config "$RELEASE/conf/holdfast.yaml" --http-port 0 --port 0 \
  >"$WORK/out" 2>"$WORK/log" &
SERVER=$!
STARTED="$STARTED $SERVER"
await 240 grep -q '^line protocol on' "$WORK/out" || fail "the server did not start:
$(cat "$WORK/out" "$WORK/log")"
URL=$(sed -n 's/^listening on //p' "$WORK/out")
[ "$(readlink -f "/proc/$SERVER/exe")" = "$(readlink -f "$JAVA")" ] || fail "another Java runs"
if [ "$(id -u)" = 0 ]; then
  [ "$(awk '/^Uid:/ { print $2 }' "/proc/$SERVER/status")" = 65534 ] || fail "the server is root"
fi

# The shell blocks of README.md's first lock, up to the one for the line protocol.
awk '/^## / { below = /A first lock/ } below && /^```$/ { block = 0 } block { print }
  below && /^```sh$/ { if (++blocks <= 3) block = 1 }' "$ROOT/README.md" \
  | sed "s#http://127.0.0.1:6389#$URL#" >"$WORK/first-lock.sh"
"${RUN[@]}" bash -eu "$WORK/first-lock.sh" >"$WORK/first-lock.out"
grep -q '"status":"ok"' "$WORK/first-lock.out" && grep -q '"remaining_s":' "$WORK/first-lock.out" \
  || fail "the first lock was not granted and renewed: $(cat "$WORK/first-lock.out")"

HOLDFAST=("${RUN[@]}" "HOLDFAST_URL=$URL" "HOLDFAST_SERVER=$URL" "$RELEASE/bin/holdfast")
"${HOLDFAST[@]}" backup "$WORK/home/state.backup"
TESTED="server, first lock and backup"
if "${HOLDFAST[@]}" run --help >/dev/null 2>&1; then
  printed=$("${HOLDFAST[@]}" run release-test -- sh -c 'echo "key $HOLDFAST_KEY"')
  [ "$printed" = "key release-test" ] || fail "holdfast run printed: $printed"
  TESTED="$TESTED, and holdfast run"
fi

kill "$SERVER"
wait "$SERVER" || fail "the server ended with $?"
STARTED=
[ -z "$(find "$RELEASE" -newer "$WORK/out" -type f)" ] || fail "the release wrote into itself"
if [ "$CACHE" = --without-cache ]; then
  [ ! -s "$WORK/log" ] || ! grep '^holdfast: ' "$WORK/log" || fail "the cache was not skipped"
else
  ls "$WORK"/home/.cache/holdfast/*/*.aot >/dev/null || fail "there is no start-up cache:
$(grep '^holdfast: ' "$WORK/log") $(tail -n 3 "$WORK"/home/.cache/holdfast/*/train.log)"
fi
echo "$(basename "$ARCHIVE") works: $TESTED."
