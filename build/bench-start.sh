#!/usr/bin/env bash
# Measures how long client commands take from start to exit: ./dev bench start [runs].
set -eu
cd "$(dirname "$0")/.."
runs=${1:-20}
directory=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$directory"
}
trap finish EXIT

./holdfast serve --ephemeral --http-port 0 --port 0 >"$directory/out" 2>"$directory/err" &
server=$!
url=
while [ -z "$url" ]; do
  kill -0 "$server" 2>/dev/null || { cat "$directory/err" >&2; exit 70; }
  url=$(sed -n 's/.*listening on \(http:[^ ]*\).*/\1/p' "$directory/out" | head -n 1)
  sleep 0.2
done
export HOLDFAST_URL=$url

# The first command starts the training run for the cache.
./holdfast ls >/dev/null
waited=0
until ls target/holdfast/client-*.aot >/dev/null 2>&1 || [ "$waited" -ge 600 ]; do
  sleep 0.2
  waited=$((waited + 1))
done

# Prints the median and the slowest of the runs of a command, in milliseconds.
measure() {
  for _ in $(seq "$runs"); do
    begin=${EPOCHREALTIME/./}
    ./holdfast "$@" >/dev/null
    echo $(((${EPOCHREALTIME/./} - begin) / 1000))
  done | sort -n | awk -v name="holdfast $*" '{ times[NR] = $1 }
    END {
      median = times[int((NR + 1) / 2)]
      printf "%-28s median %5d ms   slowest %5d ms\n", name, median, times[NR]
    }'
}
measure --help
measure ls
measure show deploy
measure run deploy -- true
