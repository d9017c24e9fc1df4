#!/usr/bin/env bash
# Generates clients in TypeScript, Python and Go from /v1/openapi.json, compiles them, and takes a
# lock with each: ./dev interop openapi.
#
# The generator is downloaded through Maven and stays below target/.
set -eu
cd "$(dirname "$0")/../.."
ROOT=$(pwd -P)
. build/find-java.sh
. build/interop/lib.sh
need_java
need_maven
for program in npm node python3 go; do
  command -v "$program" >/dev/null || fail "$program is not installed"
done

VERSION=7.25.0
KEPT=$ROOT/target/interop
GENERATOR=$KEPT/openapi-generator-cli-$VERSION.jar
if [ ! -f "$GENERATOR" ]; then
  mkdir -p "$KEPT"
  "$MVN" --batch-mode --no-transfer-progress -q -N -f "$ROOT/pom.xml" \
    org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy \
    "-Dartifact=org.openapitools:openapi-generator-cli:$VERSION:jar" "-DoutputDirectory=$KEPT"
fi

start_holdfast
curl -sf "$URL/v1/openapi.json" -o "$WORK/openapi.json"

# generate LANGUAGE DIRECTORY [ARGUMENTS...]
generate() {
  language=$1
  directory=$2
  shift 2
  "$JAVA_HOME/bin/java" -Xmx512m -XX:TieredStopAtLevel=1 -jar "$GENERATOR" generate \
    -i "$WORK/openapi.json" -g "$language" -o "$WORK/$directory" "$@" \
    >"$WORK/$directory.log" 2>&1 || fail "$(tail -n 20 "$WORK/$directory.log")"
}

# held KEY: the server shows that the key is held, with the fence that the client printed.
held() {
  curl -s "$URL/v1/resources/locks/$1" >"$WORK/body"
  printf '%-46s %s\n' "the lock of the client in $1" "$(cat "$WORK/$1.out")"
  expect_text "\"fence\":$(sed -n 's/.*fence //p' "$WORK/$1.out")"
}

typescript() {
  generate typescript-fetch typescript --additional-properties=supportsES6=true
  mkdir -p "$KEPT/typescript"
  cp clients/typescript/package.json clients/typescript/package-lock.json \
    clients/typescript/.npmrc "$KEPT/typescript"
  [ -x "$KEPT/typescript/node_modules/.bin/tsc" ] \
    || (cd "$KEPT/typescript" && npm ci --silent --ignore-scripts)
  cat >"$WORK/typescript/lock.ts" <<'END'
import { Configuration, LocksApi, SessionsApi } from "./index.js";
const configuration = new Configuration({ basePath: process.env.HOLDFAST_URL! });
const session = await new SessionsApi(configuration).createSession();
const granted = await new LocksApi(configuration).acquireLock({
  key: "TypeScript",
  xDflockdSession: session.sessionId,
  acquireRequest: { acquireTimeoutS: 0, leaseTtlS: 30 },
});
console.log(`${granted.status}, with the fence ${granted.fence}`);
END
  "$KEPT/typescript/node_modules/.bin/tsc" --strict --target es2022 --module es2022 \
    --moduleResolution bundler --lib es2023,dom --types node \
    --typeRoots "$KEPT/typescript/node_modules/@types" \
    --outDir "$WORK/typescript-js" "$WORK/typescript/lock.ts"
  # Generated imports name no file ending, which a bundler adds and Node does not.
  find "$WORK/typescript-js" -name '*.js' -exec sed -i -E \
    "s#from '(\.\.?/[^']*(apis|models))/?index'#from '\1/index.js'#;
     s#from '(\.\.?/(apis|models)/?)'#from '\1/index.js'#;
     s#from '(\.\.?/[A-Za-z0-9_/]*[A-Za-z0-9_])'#from '\1.js'#" {} +
  echo '{"type": "module"}' >"$WORK/typescript-js/package.json"
  HOLDFAST_URL=$URL node "$WORK/typescript-js/lock.js" >"$WORK/TypeScript.out"
  held TypeScript
}

python() {
  generate python python
  [ -x "$KEPT/venv/bin/python" ] || python3 -m venv "$KEPT/venv"
  "$KEPT/venv/bin/pip" install --quiet --disable-pip-version-check \
    -r "$WORK/python/requirements.txt"
  "$KEPT/venv/bin/python" -m compileall -q "$WORK/python/openapi_client"
  cat >"$WORK/python/lock.py" <<'END'
import os
import openapi_client
configuration = openapi_client.Configuration(host=os.environ["HOLDFAST_URL"])
with openapi_client.ApiClient(configuration) as client:
    session = openapi_client.SessionsApi(client).create_session()
    granted = openapi_client.LocksApi(client).acquire_lock(
        "Python",
        session.session_id,
        openapi_client.AcquireRequest(acquire_timeout_s=0, lease_ttl_s=30),
    )
    print("%s, with the fence %d" % (granted.status, granted.fence))
END
  HOLDFAST_URL=$URL "$KEPT/venv/bin/python" "$WORK/python/lock.py" >"$WORK/Python.out"
  held Python
}

golang() {
  generate go golang --git-host example.org --git-user-id holdfast --git-repo-id api \
    --additional-properties=packageName=api
  rm -rf "$WORK/golang/test"
  mkdir -p "$WORK/golang/lock"
  cat >"$WORK/golang/lock/main.go" <<'END'
package main

import (
	"context"
	"fmt"
	"os"

	"example.org/holdfast/api"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: os.Getenv("HOLDFAST_URL")}}
	client := api.NewAPIClient(configuration)
	ctx := context.Background()
	session, _, err := client.SessionsAPI.CreateSession(ctx).Execute()
	check(err)
	request := api.NewAcquireRequest(0)
	request.SetLeaseTtlS(30)
	granted, _, err := client.LocksAPI.AcquireLock(ctx, "Go").
		XDflockdSession(session.GetSessionId()).AcquireRequest(*request).Execute()
	check(err)
	fmt.Printf("%s, with the fence %d\n", granted.GetStatus(), granted.GetFence())
}
END
  (cd "$WORK/golang" && go mod tidy >go.log 2>&1 && go vet . && go build -o locker ./lock) \
    || fail "$(tail -n 20 "$WORK/golang/go.log")"
  HOLDFAST_URL=$URL "$WORK/golang/locker" >"$WORK/Go.out"
  held Go
}

say "Clients made by OpenAPI Generator $VERSION"
typescript
python
golang
end
