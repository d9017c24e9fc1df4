#!/usr/bin/env bash
# Executes docs/guides/fencing-postgresql.md against PostgreSQL: ./dev interop postgres.
#
# The server is Debian's package, with a data directory and a port of its own.
set -eu
cd "$(dirname "$0")/../.."
ROOT=$(pwd -P)
PAGE=$ROOT/docs/guides/fencing-postgresql.md
. build/find-java.sh
. build/interop/lib.sh
need_java
need_maven

# Prints the directory of the newest installed PostgreSQL server's programs.
postgres_bin() {
  for directory in /usr/lib/postgresql/*/bin; do
    [ ! -x "$directory/initdb" ] || echo "$directory"
  done | sort -V | tail -n 1
}

BIN=$(postgres_bin)
if [ -z "$BIN" ]; then
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null \
    || fail "PostgreSQL is not installed; on Debian its package is postgresql"
  { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q \
    --no-install-recommends postgresql; } >"$WORK/apt.log" 2>&1 \
    || fail "$(tail -n 5 "$WORK/apt.log")"
  BIN=$(postgres_bin)
fi

# PostgreSQL refuses to run as root; its package has created the user postgres.
AS=()
chmod 755 "$WORK"
mkdir "$WORK/db"
if [ "$(id -u)" = 0 ]; then
  chown postgres "$WORK/db"
  AS=(setpriv --reuid=postgres --regid=postgres --clear-groups)
fi
PORT=$(free_port)
(cd "$WORK/db" && "${AS[@]}" "$BIN/initdb" -D "$WORK/db/data" -U postgres -A trust) \
  >"$WORK/initdb.log" 2>&1 || fail "$(tail -n 5 "$WORK/initdb.log")"
cd "$WORK/db"
"${AS[@]}" "$BIN/postgres" -D "$WORK/db/data" -p "$PORT" -h 127.0.0.1 -k "$WORK/db" \
  >"$WORK/postgres.log" 2>&1 &
STARTED="$STARTED $!"
cd "$WORK"
export PGHOST=127.0.0.1 PGPORT=$PORT PGUSER=postgres PGDATABASE=postgres
await 60 psql -qtA -c 'SELECT 1' || fail "PostgreSQL did not start: $(cat "$WORK/postgres.log")"

start_holdfast
export HOLDFAST_URL=$URL
export PATH=$ROOT:$PATH

# blocks LANGUAGE: prints the page's blocks in this language, before the last heading.
blocks() {
  awk -v fence="\`\`\`$1" '/^## Executed$/ { exit } block && /^```$/ { block = 0 } block { print }
    $0 == fence { block = 1 }' "$PAGE"
}

say "$("$BIN/postgres" --version)"
blocks sql | psql -qtA -v ON_ERROR_STOP=1 || fail "the SQL of the page failed"
mkdir "$WORK/shell"
cd "$WORK/shell"
blocks sh | bash -eu >"$WORK/printed" 2>&1 || fail "the shell blocks failed: $(cat "$WORK/printed")"
cat "$WORK/printed"
blocks text >"$WORK/expected"
diff "$WORK/expected" "$WORK/printed" || fail "The page prints something else."
say "All blocks printed what the page says."
