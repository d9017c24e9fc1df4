# Common functions of the scripts in this directory. Sourced, not run; ROOT is the repository.

WORK=$(mktemp -d)
STARTED=
FAILURES=0

# Stops only the processes that were started here, by process id.
stop_all() {
  for pid in $STARTED; do
    kill "$pid" 2>/dev/null || true
  done
  for pid in $STARTED; do
    wait "$pid" 2>/dev/null || true
  done
  rm -rf "$WORK"
}
trap stop_all EXIT

say() {
  printf '\n%s\n' "$*"
}

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

free_port() {
  python3 -c '
import socket
s = socket.socket()
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])'
}

# await SECONDS COMMAND...: runs the command until it succeeds.
await() {
  seconds=$1
  shift
  until "$@" >/dev/null 2>&1; do
    seconds=$((seconds - 1))
    [ "$seconds" -gt 0 ] || return 1
    sleep 1
  done
}

# Starts Holdfast with these flags; sets URL, HTTP_PORT and LINE_PORT.
start_holdfast() {
  "$ROOT/holdfast" --version >/dev/null
  "$ROOT/holdfast" serve --ephemeral --http-port 0 --port 0 "$@" \
    >"$WORK/holdfast.out" 2>"$WORK/holdfast.log" &
  STARTED="$STARTED $!"
  await 240 grep -q '^line protocol on' "$WORK/holdfast.out" \
    || fail "the server did not start: $(cat "$WORK/holdfast.log")"
  URL=$(sed -n 's/^listening on //p' "$WORK/holdfast.out")
  HTTP_PORT=${URL##*:}
  LINE_PORT=$(sed -n 's/^line protocol on .*:\([0-9]*\).*/\1/p' "$WORK/holdfast.out")
}

# ask STATUS WHAT CURL-ARGUMENTS...: sends a request, prints one line, and counts an unexpected
# status as a failure.
ask() {
  expected=$1
  what=$2
  shift 2
  status=$(curl -s -D "$WORK/head" -o "$WORK/body" -w '%{http_code}' --max-time 20 "$@") \
    || status=none
  body=$(tr -d '\r\n' <"$WORK/body" | cut -c1-110)
  case $body in
    '<'*) body='(a page)' ;;
  esac
  printf '%-46s %s  %s\n' "$what" "$status" "$body"
  expect "$expected" "$status"
}

# expect WANTED FOUND
expect() {
  if [ "$1" != "$2" ]; then
    printf '  ^ expected %s\n' "$1"
    FAILURES=$((FAILURES + 1))
  fi
}

# expect_text TEXT: the last answer must contain it.
expect_text() {
  if ! grep -qF -- "$1" "$WORK/body"; then
    printf '  ^ expected %s\n' "$1"
    FAILURES=$((FAILURES + 1))
  fi
}

# Prints the path from the Location header of the last answer.
location() {
  tr -d '\r' <"$WORK/head" | sed -n 's#^[Ll]ocation: *https\{0,1\}://[^/]*##p'
}

end() {
  [ "$FAILURES" = 0 ] || fail "$FAILURES unexpected answers"
  say "All answers were as expected."
}
