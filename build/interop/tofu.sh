#!/usr/bin/env bash
# Locks states with a real OpenTofu, configured by the block of docs/guides/terraform.md:
# ./dev interop tofu.
#
# OpenTofu is built from its source, which Go's module proxy has. That takes some minutes; the
# program stays below target/. States are stored by a small server of this script.
set -eu
cd "$(dirname "$0")/../.."
ROOT=$(pwd -P)
PAGE=$ROOT/docs/guides/terraform.md
. build/find-java.sh
. build/interop/lib.sh
need_java
need_maven
for program in go python3 curl; do
  command -v "$program" >/dev/null || fail "$program is not installed"
done

VERSION=1.12.6
KEPT=$ROOT/target/interop
TOFU=$KEPT/tofu-$VERSION
export TF_IN_AUTOMATION=1 TF_CLI_ARGS=-no-color CHECKPOINT_DISABLE=1
export TF_CLI_CONFIG_FILE=$WORK/tofurc
touch "$TF_CLI_CONFIG_FILE"

build_tofu() {
  say "Building OpenTofu $VERSION"
  mkdir -p "$KEPT"
  module=$(cd "$WORK" && go mod download -json "github.com/opentofu/opentofu@v$VERSION") \
    || fail "$module"
  directory=$(printf '%s' "$module" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
  cp -R "$directory" "$WORK/source"
  chmod -R u+w "$WORK/source"
  (cd "$WORK/source" && nice -n 10 go build -trimpath \
    -ldflags "-X github.com/opentofu/opentofu/version.dev=no" -o "$TOFU.new" ./cmd/tofu) \
    >"$WORK/go.log" 2>&1 \
    || fail "$(tail -n 20 "$WORK/go.log")"
  mv "$TOFU.new" "$TOFU"
  rm -rf "$WORK/source"
}
[ -x "$TOFU" ] || build_tofu

# Stores the state of each path in a file, as the address of the backend requires.
store_states() {
  PORT=$(free_port)
  python3 - "$PORT" "$WORK/states" <<'END' >"$WORK/states.log" 2>&1 &
import http.server, os, sys, urllib.parse

class Store(http.server.BaseHTTPRequestHandler):
    def file(self):
        path = urllib.parse.urlsplit(self.path).path
        return os.path.join(sys.argv[2], urllib.parse.quote(path, safe=""))

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        known = os.path.exists(self.file())
        self.answer(200 if known else 404, open(self.file(), "rb").read() if known else b"")

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with open(self.file(), "wb") as out:
            out.write(body)
        self.answer(200)

os.makedirs(sys.argv[2], exist_ok=True)
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Store).serve_forever()
END
  STARTED="$STARTED $!"
  STATES=http://127.0.0.1:$PORT
  await 30 curl -s "$STATES" || fail "the store of states did not start"
}

# Creates a configuration whose apply takes until the file "go" exists. Its backend is the page's
# block, with other addresses.
configure() {
  mkdir -p "$WORK/$1"
  cd "$WORK/$1"
  awk '/^```hcl$/ && !seen { block = 1; seen = 1; next } /^```$/ { block = 0 } block' "$PAGE" \
    | sed -e "s#https://states.example.org#$STATES#" -e "s#http://127.0.0.1:6389#$URL#" \
      -e "s#/network#/$1#" >backend.tf
  grep -q "$URL/v1/terraform/$1" backend.tf || fail "the page has no block for the backend"
  cat >main.tf <<'END'
variable "run" { type = string }

resource "terraform_data" "network" {
  triggers_replace = [var.run]
  provisioner "local-exec" {
    command = "touch started; until [ -e go ]; do sleep 0.1; done"
  }
}
END
  "$TOFU" init >init.log 2>&1 || fail "$(cat init.log)"
}

# tofu STATUS WHAT ARGUMENTS...: runs a command, prints its exit code and what it says about the
# lock, and counts an unexpected exit code as a failure.
tofu() {
  expected=$1
  what=$2
  shift 2
  status=0
  "$TOFU" "$@" >"$WORK/body" 2>&1 || status=$?
  printf '%-46s %s  %s\n' "$what" "$status" "$(told | cut -c1-150)"
  expect "$expected" "$status"
}

# Prints what the last command said about the lock.
told() {
  grep -oE '(Error: .*|HTTP remote .*|Apply complete!|.*unlocked!|Who: .*|Unexpected HTTP.*)' \
    "$WORK/body" | sed -e 's/^[│ ]*//' -e 's/  */ /g' | tr '\n' ' ' | sed 's/ $//'
}

apply() {
  expected=$1
  what=$2
  run=$3
  shift 3
  tofu "$expected" "$what" apply -auto-approve -input=false -var "run=$run" "$@"
}

# Starts an apply that does not end by itself; sets APPLY.
begin_apply() {
  rm -f go started
  "$TOFU" apply -auto-approve -input=false -var "run=$1" >"$WORK/apply.log" 2>&1 &
  APPLY=$!
  STARTED="$STARTED $APPLY"
  await 60 test -e started || fail "$(cat "$WORK/apply.log")"
}

# Prints the holder's owner, and how many hold and wait.
holder() {
  curl -s ${TOKEN:+-H "Authorization: Bearer $TOKEN"} "$URL/v1/resources/claims/terraform%2F$1" \
    | python3 -c '
import json, sys
r = json.load(sys.stdin)
owners = " ".join(h["owner"] for h in r.get("holders", [])) or "no holder"
print("%s, %d waiting" % (owners, len(r.get("waiters", []))))'
}

lock_id() {
  sed -n 's/^[│ ]*ID: *\([0-9a-f-]*\)$/\1/p' "$WORK/body" | head -n 1
}

ME=$(id -un)@$(hostname)
store_states
start_holdfast

masked() {
  sed "s/$ME/USER@HOST/g"
}

main() {
  "$TOFU" version | head -n 1
  say "Two runs"
  configure network
  touch go
  apply 0 "an apply" 1
  printf '%-46s %s\n' "its lock afterwards" "$(holder network)"
  expect "no holder, 0 waiting" "$(holder network)"
  begin_apply 2
  printf '%-46s %s\n' "the lock during a second apply" "$(holder network)"
  expect "$ME, 0 waiting" "$(holder network)"
  apply 1 "an apply meanwhile" 3
  expect_text "Who:       $ME"
  apply 1 "one that retries for two seconds" 3 -lock-timeout=2s
  touch go
  wait "$APPLY" || fail "$(cat "$WORK/apply.log")"
  apply 0 "an apply after it" 3

  say "A killed run"
  begin_apply 4
  kill -9 "$APPLY"
  wait "$APPLY" 2>/dev/null || true
  touch go
  apply 1 "an apply after kill -9" 5
  expect_text "Who:       $ME"
  id=$(lock_id)
  tofu 1 "force-unlock of another ID" force-unlock -force 00000000-0000-0000-0000-000000000000
  tofu 0 "force-unlock" force-unlock -force "$id"
  apply 0 "an apply after it" 5
  grep -F '"verb":"break"' "$WORK/holdfast.out" "$WORK/holdfast.log" -h >"$WORK/body" || true
  printf '%-46s %s\n' "the audit log" "$(sed "s/$id/ID/" "$WORK/body" | grep -o '"why":"[^"]*"')"
  expect_text "force-unlock of $id"

  say "A killed run with a lease of fifteen seconds"
  sed -i 's#\(/v1/terraform/network\)"#\1?lease=15s"#' backend.tf
  "$TOFU" init -reconfigure >init.log 2>&1 || fail "$(cat init.log)"
  begin_apply 6
  kill -9 "$APPLY"
  wait "$APPLY" 2>/dev/null || true
  touch go
  apply 1 "an apply at once" 7
  apply 0 "one that retries for a minute" 7 -lock-timeout=60s

  say "With tokens"
  for name in ulla:user bruno:lock-breaker; do
    "$ROOT/holdfast" token create --tokens-file "$WORK/tokens" --name "${name%:*}" \
      --role "${name#*:}" >"$WORK/${name%:*}" 2>/dev/null
  done
  rm "$WORK/holdfast.out"
  start_holdfast --tokens-file "$WORK/tokens"
  TOKEN=$(cat "$WORK/ulla")
  export TF_HTTP_USERNAME=token TF_HTTP_PASSWORD=$TOKEN
  configure secured
  touch go
  apply 0 "an apply with a token as the password" 1
  TF_HTTP_PASSWORD=${TOKEN}x apply 1 "an apply with a wrong one" 2
  begin_apply 2
  kill -9 "$APPLY"
  wait "$APPLY" 2>/dev/null || true
  touch go
  apply 1 "an apply after kill -9" 3
  id=$(lock_id)
  tofu 1 "force-unlock by a user" force-unlock -force "$id"
  TF_HTTP_PASSWORD=$(cat "$WORK/bruno") tofu 0 "force-unlock by a lock-breaker" \
    force-unlock -force "$id"
  apply 0 "an apply after it" 3
  end
}

main > >(masked)
