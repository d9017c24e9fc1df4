#!/usr/bin/env bash
# Prints the tests that the last run skipped, each with its reason. Without it a test that lacks a
# program or a right would be a number in a summary line only.
set -eu
cd "$(dirname "$0")/.."

reports=$(find . -path '*/target/surefire-reports/TEST-*.xml' -print)
[ -n "$reports" ] || exit 0
echo "$reports" | sort | while IFS= read -r report; do
  awk '
    function attribute(name) {
      return match($0, " " name "=\"[^\"]*\"") \
        ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : ""
    }
    /<testcase / { test = attribute("classname") "." attribute("name") }
    /<skipped/ { print "SKIPPED " test ": " attribute("message") }' "$report"
done
