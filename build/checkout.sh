# Builds a checkout. Sourced by ./holdfast, which sets ROOT, MADE, JAR and CLI. A release does not
# contain this file.

# Succeeds if no source is newer than the last build. A deleted file changes its directory's time.
# Takes milliseconds.
is_built() {
  [ -f "$JAR" ] && [ -f "$CLI" ] && [ -f "$MADE/built" ] || return 1
  newer=$(find "$ROOT/pom.xml" "$ROOT"/core/pom.xml "$ROOT"/log/pom.xml "$ROOT"/server/pom.xml \
    "$ROOT"/client/pom.xml "$ROOT"/cli/pom.xml "$ROOT"/core/src/main "$ROOT"/log/src/main \
    "$ROOT"/server/src/main "$ROOT"/client/src/main "$ROOT"/cli/src/main \
    -newer "$MADE/built" -print -quit)
  [ -z "$newer" ]
}

# Compiles without checks and tests, which ./dev runs.
build() {
  need_maven
  say "building ..."
  began=$(date +%s)
  started="$MADE/started"
  : >"$started"
  if ! (cd "$ROOT" && MAVEN_OPTS="--enable-native-access=ALL-UNNAMED \
      --sun-misc-unsafe-memory-access=allow ${MAVEN_OPTS:-}" \
      "$MVN" --batch-mode --no-transfer-progress -Dstyle.color=never -pl server,cli -am \
      -Dmaven.test.skip=true -Dspotless.check.skip=true -Denforcer.skip=true \
      -Dforbiddenapis.skip=true -Derrorprone.flags=-XepDisableAllChecks package) \
      >"$MADE/build.log" 2>&1 </dev/null; then
    grep -E '^\[ERROR\]' "$MADE/build.log" | head -n 20 >&2 || tail -n 20 "$MADE/build.log" >&2
    say "the build failed; Maven's output is in $MADE/build.log"
    exit 70
  fi
  # The time stamp is the start of the build, so that files edited meanwhile are built next time.
  mv "$started" "$MADE/built"
  rm -f "$MADE"/*.aot "$MADE"/*.aot-failed
  say "built in $(($(date +%s) - began)) s"
}
