#!/usr/bin/env bash
# Mutation tests of packages of core with PIT: ./dev mutate [packages].
#
# Prints the survivors, and one line for each package. The report is core/target/pit-reports.
set -eu
cd "$(dirname "$0")/.."
. build/find-java.sh
need_java
need_maven

REPORT=core/target/pit-reports/mutations.csv
[ $# -gt 0 ] || set -- resource locks sessions ledger
classes=
for package in "$@"; do
  [ -d "core/src/main/java/io/holdfast/core/$package" ] || {
    printf 'core has no package %s\n' "$package" >&2
    exit 64
  }
  classes="${classes:+$classes,}io.holdfast.core.$package.*"
done

rm -f "$REPORT"
export MAVEN_OPTS="--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
  ${MAVEN_OPTS:-}"
"$MVN" --batch-mode --no-transfer-progress -q -pl core -P mutation \
  test-compile org.pitest:pitest-maven:mutationCoverage "-DtargetClasses=$classes" \
  "-Dthreads=${HOLDFAST_MUTATE_THREADS:-2}" >&2

# Columns: file, class, mutator, method, line, status, the test that killed it.
sort -t, -k1,1 -k5,5n "$REPORT" | awk -F, '
  {
    package = $2
    sub(/^io\.holdfast\.core\./, "", package)
    sub(/\..*/, "", package)
    mutants[package]++
    if ($6 == "SURVIVED" || $6 == "NO_COVERAGE") {
      mutator = $3
      sub(/.*\./, "", mutator)
      printf "%-12s %s:%s %s %s\n", $6, $1, $5, $4, mutator
    } else {
      killed[package]++
    }
  }
  END {
    printf "\n%-12s %8s %8s %8s\n", "package", "mutants", "killed", "percent"
    for (package in mutants) {
      printf "%-12s %8d %8d %8.1f\n", package, mutants[package], killed[package],
        100 * killed[package] / mutants[package]
    }
  }'
