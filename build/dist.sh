#!/usr/bin/env bash
# Builds the release into target/dist: ./dev dist.
#
#   holdfast-VERSION.tar.gz                      for machines with Java 25
#   holdfast-VERSION-SYSTEM-ARCHITECTURE.tar.gz  the same with a Java runtime
#   holdfast_VERSION_all.deb                     Debian package, for machines with Java 25
#   holdfast-VERSION.cdx.json                    SBOM in CycloneDX format
#   SHA256SUMS
#
# The sources are copied and built in a directory of their own, so that no earlier build is part of
# the result. Two builds of one commit on the same JDK have the same bytes: times are the commit's,
# and files are sorted and belong to root.
#
# usage: build/dist.sh [check]         check: build twice, compare, and test the archives
#        build/dist.sh packaged DIR    put this checkout's packaged jars into DIR's plain archive,
#                                      without SBOM and notices
set -eu
cd "$(dirname "$0")/.."
ROOT=$(pwd -P)
. build/find-java.sh
. build/dist-archives.sh
need_java
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed" >&2; exit 69; }
tar --version 2>/dev/null | grep -q GNU || { echo "GNU tar is not installed" >&2; exit 69; }

VERSION=$(sed -n 's:^  <version>\(.*\)</version>:\1:p' pom.xml | head -n 1)
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null) || SOURCE_DATE_EPOCH=$(date -u -d \
    "$(sed -n 's:.*<project.build.outputTimestamp>\(.*\)</.*:\1:p' pom.xml)" +%s)
fi
export SOURCE_DATE_EPOCH
umask 022
# The order of names and the encoding of texts must not depend on the machine.
export LC_ALL=C PYTHONUTF8=1 TZ=UTC

# Copies the sources, uncommitted changes included, and packages them with their SBOM.
compile() {
  rm -rf "$1"
  mkdir -p "$1"
  git ls-files -z --cached --others --exclude-standard \
    | tar --null --ignore-failed-read -T - -cf - 2>/dev/null | tar -xf - -C "$1"
  # Without checks and tests, which ./dev test runs.
  (cd "$1" && MAVEN_OPTS="--enable-native-access=ALL-UNNAMED \
    --sun-misc-unsafe-memory-access=allow ${MAVEN_OPTS:-}" "$MVN" --batch-mode --quiet \
    --no-transfer-progress -Dstyle.color=never -Prelease -pl server,cli -am \
    -Dmaven.test.skip=true -Dspotless.check.skip=true -Denforcer.skip=true \
    -Dforbiddenapis.skip=true -Derrorprone.flags=-XepDisableAllChecks package)
}

# release SOURCES OUT: makes every file of the release.
release() {
  name=holdfast-$VERSION
  rm -rf "$2"
  mkdir -p "$2/stage"
  sbom "$1/target/bom.json" "$2/$name.cdx.json"
  stage "$1" "$2/stage/$name"
  python3 build/notices.py "$2/$name.cdx.json" "$2/stage/$name/lib" >"$2/stage/$name/NOTICES"
  archive "$2/stage" "$name" "$2/$name.tar.gz"
  debian "$2/stage/$name" "$2/deb" "$2/holdfast_${VERSION}_all.deb"
  runtime "$2/stage/$name"
  platform=$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
  mv "$2/stage/$name" "$2/stage/$name-$platform"
  archive "$2/stage" "$name-$platform" "$2/$name-$platform.tar.gz"
  rm -rf "$2/stage" "$2/deb"
  (cd "$2" && sha256sum -- *.tar.gz *.deb *.json >SHA256SUMS)
}

case ${1:-} in
  packaged)
    rm -rf "$2/stage"
    stage "$ROOT" "$2/stage/holdfast-$VERSION"
    archive "$2/stage" "holdfast-$VERSION" "$2/holdfast-$VERSION.tar.gz"
    rm -rf "$2/stage"
    ;;
  '' | check | --check)
    need_maven
    git rev-parse HEAD >/dev/null || { echo "This is not a git checkout." >&2; exit 69; }
    git diff --quiet HEAD 2>/dev/null || echo "The release contains uncommitted changes." >&2
    compile "$ROOT/target/dist-build"
    release "$ROOT/target/dist-build" "$ROOT/target/dist"
    if [ -n "${1:-}" ]; then
      compile "$ROOT/target/dist-second/another-directory"
      release "$ROOT/target/dist-second/another-directory" "$ROOT/target/dist-second/dist"
      cmp target/dist/SHA256SUMS target/dist-second/dist/SHA256SUMS || {
        diff target/dist/SHA256SUMS target/dist-second/dist/SHA256SUMS >&2 || true
        echo "Two builds differ." >&2
        exit 1
      }
      echo "Two builds in different directories have the same bytes."
      rm -rf "$ROOT/target/dist-second"
      for made in target/dist/*.tar.gz; do
        build/release-test.sh "$made"
      done
    fi
    rm -rf "$ROOT/target/dist-build"
    (cd target/dist && ls -l -- *)
    ;;
  *)
    sed -n 's/^# usage: //p' "$0" >&2
    exit 64
    ;;
esac
