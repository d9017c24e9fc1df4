#!/usr/bin/env bash
# Tests access tokens from Keycloak in each API: ./dev interop oidc.
#
# Keycloak's distribution is downloaded through Maven and stays below target/.
set -eu
cd "$(dirname "$0")/../.."
ROOT=$(pwd -P)
. build/find-java.sh
. build/interop/lib.sh
need_java
need_maven

VERSION=26.7.3
KEYCLOAK=$ROOT/target/interop/keycloak-$VERSION

fetch_keycloak() {
  [ ! -f "$KEYCLOAK/complete" ] || return 0
  mkdir -p "$ROOT/target/interop"
  "$MVN" --batch-mode --no-transfer-progress -q -N -f "$ROOT/pom.xml" \
    org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy \
    "-Dartifact=org.keycloak:keycloak-quarkus-dist:$VERSION:zip" \
    "-DoutputDirectory=$ROOT/target/interop"
  rm -rf "$KEYCLOAK"
  (cd target/interop && "$JAVA_HOME/bin/jar" xf "keycloak-quarkus-dist-$VERSION.zip")
  rm "target/interop/keycloak-quarkus-dist-$VERSION.zip"
  : >"$KEYCLOAK/complete"
}

start_keycloak() {
  port=$(free_port)
  REALM=http://127.0.0.1:$port/realms/holdfast
  mkdir -p "$KEYCLOAK/data/import"
  cp build/interop/realm.json "$KEYCLOAK/data/import/realm.json"
  JAVA_OPTS_KC_HEAP="-Xms64m -Xmx512m" bash "$KEYCLOAK/bin/kc.sh" start-dev --import-realm \
    --db=dev-mem --http-host=127.0.0.1 "--http-port=$port" "--hostname=http://127.0.0.1:$port" \
    >"$WORK/keycloak.log" 2>&1 &
  STARTED="$STARTED $!"
  await 300 curl -sf "$REALM/.well-known/openid-configuration" \
    || fail "Keycloak did not start: $(tail -n 20 "$WORK/keycloak.log")"
}

# Prints an access token: of a client by its own credentials, or of a person through the client.
token_of() {
  curl -s "$REALM/protocol/openid-connect/token" -u "$1:$1-secret" \
    -d "${2:-grant_type=client_credentials}" | sed 's/.*"access_token":"\([^"]*\)".*/\1/'
}

# Prints the main claims of a token.
claims_of() {
  printf '%s' "$1" | cut -d. -f2 | python3 -c '
import base64, json, sys
text = sys.stdin.read().strip()
claims = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
names = ["iss", "aud", "preferred_username", "client_id", "realm_access", "typ"]
print("  " + json.dumps({name: claims[name] for name in names if name in claims}))'
}

# Authenticates over the line protocol and sends one request; prints the two answers.
line_answers() {
  (
    exec 3<>"/dev/tcp/127.0.0.1/$LINE_PORT"
    printf 'auth\n_\n%s\nl\nline-key\n0\n' "$1" >&3
    read -r first <&3
    read -r second <&3 || second=
    printf '%s, %s' "$first" "${second%% *}"
  )
}

fetch_keycloak
start_keycloak
say "Keycloak $VERSION, with its own realm"
start_holdfast --demo --oidc-issuer "$REALM" --oidc-audience holdfast --oidc-allow-private \
  --oidc-roles-claim realm_access.roles --oidc-role-map lock-users=user,lock-admins=admin

BUILDER=$(token_of builder)
OPERATOR=$(token_of operator)
HASTY=$(token_of hasty)
STRANGER=$(token_of stranger)
ALICE=$(token_of builder 'grant_type=password&username=alice&password=alice-secret')
say "Claims of a token for the client builder, by client credentials:"
claims_of "$BUILDER"

B="Authorization: Bearer $BUILDER"
O="Authorization: Bearer $OPERATOR"
A="Authorization: Bearer $ALICE"

say "Locks, over HTTP and over the line protocol"
ask 200 "builder opens a session" -X POST -H "$B" "$URL/v1/sessions"
SESSION=$(sed 's/.*"session_id":"\([^"]*\)".*/\1/' "$WORK/body")
ask 200 "builder takes a lock" -H "$B" -H "X-Dflockd-Session: $SESSION" \
  -d '{"acquire_timeout_s":0}' "$URL/v1/locks/deploy"
answers=$(line_answers "$BUILDER")
printf '%-46s %s\n' "builder, over the line protocol" "$answers"
expect "ok, ok" "$answers"

say "Claims"
ask 201 "builder makes a claim" -H "$B" -d '{"resource":"r","ttl":60}' "$URL/v1/claims/"
CLAIM=$(location)
ask 403 "alice cannot release it" -X PATCH -H "$A" -d '{"status":"released"}' "$URL$CLAIM"
ask 403 "builder cannot revoke it" -X PATCH -H "$B" -d '{"status":"revoked"}' "$URL$CLAIM"
ask 204 "operator, an admin, can" -X PATCH -H "$O" -d '{"status":"revoked"}' "$URL$CLAIM"

say "Entity locks"
ask 201 "builder locks a component" -H "$B" \
  -H "X-Client-Id: 5d0c9a52-8a0e-4b55-9c39-4c3f3f1d2a10" \
  -d '{"lock_expiration":300}' "$URL/api/v1/components/arm/locks"

say "Nodes"
ask 200 "alice is a person" -H "$A" "$URL/v1/me"
expect_text '"person":"person-alice"'
ask 200 "alice writes a node" -H "$A" -d '{"nodes":[{"id":"task-docs","type":"task",
  "title":"Docs","summary":"Say so","date":"2026-06-21"}]}' "$URL/v1/nodes"
ask 200 "alice claims it" -H "$A" -H "Content-Type: application/json" -d '{}' \
  "$URL/v1/nodes/task-docs/claim"

say "The pools API requires no authentication"
ask 200 "a pool, without a token" -X PUT -d '{"count":2}' \
  "$URL/l/9f1c2e7a-5b3d-4c8e-a1f0-6d2b9c4e7a01"

say "Rejected tokens"
LIST="$URL/v1/claims/"
ask 401 "no token" "$LIST"
ask 401 "a token for another audience" -H "Authorization: Bearer $STRANGER" "$LIST"
ask 401 "a token with a changed signature" -H "Authorization: Bearer ${BUILDER%?????}AAAAA" "$LIST"
NONE=$(printf '{"alg":"none"}' | base64 | tr -d '=\n')
ask 401 "the same claims without a signature" \
  -H "Authorization: Bearer $NONE.$(printf '%s' "$BUILDER" | cut -d. -f2)." "$LIST"
answers=$(line_answers "$STRANGER")
printf '%-46s %s\n' "another audience, over the line protocol" "$answers"
expect "error_auth, " "$answers"
sleep 32
ask 401 "an expired token" -H "Authorization: Bearer $HASTY" "$LIST"
if grep -q "${BUILDER##*.}\|${HASTY##*.}" "$WORK/holdfast.log"; then
  fail "a token is in the log"
fi
end
