#!/usr/bin/env bash
# Tests Apache httpd as an authenticating reverse proxy: ./dev interop proxy.
#
# Apache connects from 127.0.0.2, which distinguishes it from clients that connect directly.
set -eu
cd "$(dirname "$0")/../.."
ROOT=$(pwd -P)
. build/find-java.sh
. build/interop/lib.sh
need_java
need_maven
PATH=$PATH:/usr/sbin

if ! command -v apache2 >/dev/null; then
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null \
    || fail "apache2 is not installed; on Debian its package is apache2-bin"
  { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q apache2-bin; } \
    >"$WORK/apt.log" 2>&1 || fail "$(tail -n 5 "$WORK/apt.log")"
fi

start_holdfast --proxy-auth-header X-Remote-User --proxy-auth-from 127.0.0.2 \
  --trusted-proxies 127.0.0.2

PORT=$(free_port)
PROXY=http://127.0.0.1:$PORT
# Apache's processes do not run as root, and must be able to read these files.
chmod 755 "$WORK"
for user in alice@example.org bob@example.org; do
  printf '%s-password' "${user%%@*}" | python3 -c '
import base64, hashlib, sys
digest = hashlib.sha1(sys.stdin.buffer.read()).digest()
print(sys.argv[1] + ":{SHA}" + base64.b64encode(digest).decode())
' "$user"
done >"$WORK/users"
cat >"$WORK/httpd.conf" <<END
ServerRoot "$WORK"
ServerName 127.0.0.1
Listen 127.0.0.1:$PORT
PidFile "$WORK/httpd.pid"
ErrorLog "$WORK/httpd.log"
$(for module in mpm_event authn_core authn_file authz_core authz_user auth_basic headers proxy \
    proxy_http; do
  echo "LoadModule ${module}_module /usr/lib/apache2/modules/mod_$module.so"
done)
$([ "$(id -u)" != 0 ] || printf 'User nobody\nGroup nogroup\n')

<Location "/">
  AuthType Basic
  AuthName "locks"
  AuthBasicProvider file
  AuthUserFile "$WORK/users"
  Require valid-user
  # Replaces a header of this name that the client sent.
  RequestHeader set X-Remote-User "expr=%{REMOTE_USER}"
  # The password is not passed on to Holdfast.
  RequestHeader unset Authorization
</Location>
ProxySourceAddress 127.0.0.2
ProxyPreserveHost On
ProxyPass "/" "$URL/"
END
apache2 -f "$WORK/httpd.conf" -DFOREGROUND &
STARTED="$STARTED $!"
await 30 curl -s "$PROXY/" || fail "Apache did not start: $(cat "$WORK/httpd.log")"
say "$(apache2 -v | sed -n 's/^Server version: //p') in front of the server"

ALICE=alice@example.org:alice-password
BOB=bob@example.org:bob-password
CLAIM='{"resource":"r","ttl":60}'

say "Through Apache"
ask 401 "no credentials" "$PROXY/v1/claims/"
ask 401 "a wrong password" -u alice@example.org:guess "$PROXY/v1/claims/"
ask 201 "alice makes a claim" -u "$ALICE" -d "$CLAIM" "$PROXY/v1/claims/"
MADE=$(location)
ask 403 "bob cannot release it" -u "$BOB" -X PATCH -d '{"status":"released"}' "$PROXY$MADE"
ask 403 "nor with a header that names alice" -u "$BOB" -H "X-Remote-User: alice@example.org" \
  -X PATCH -d '{"status":"released"}' "$PROXY$MADE"
ask 204 "alice can" -u "$ALICE" -X PATCH -d '{"status":"released"}' "$PROXY$MADE"
ask 200 "alice is a person of the nodes API" -u "$ALICE" "$PROXY/v1/me"
expect_text '"name":"alice@example.org"'
ask 403 "a cross-site request is rejected" -u "$ALICE" -H "Sec-Fetch-Site: cross-site" -d "$CLAIM" \
  "$PROXY/v1/claims/"

say "Directly, without Apache"
ask 401 "a request that names alice" -H "X-Remote-User: alice@example.org" "$URL/v1/claims/"
ask 401 "one with an empty name" -H "X-Remote-User;" "$URL/v1/claims/"
ask 401 "one without a name" "$URL/v1/claims/"
ask 401 "a name twice, from Apache's address" --interface 127.0.0.2 \
  -H "X-Remote-User: alice@example.org" -H "X-Remote-User: bob@example.org" "$URL/v1/claims/"
end
