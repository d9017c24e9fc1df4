#!/usr/bin/env bash
# Installs and purges a Debian package in an overlay over this machine, which stays as it is. Called
# by deploy.sh, as root and in a mount namespace of its own.
#
# usage: unshare --mount build/interop/deb.sh PACKAGE DIR
set -eu
mkdir -p "$2"
# An overlay cannot be the upper directory of another one.
mount -t tmpfs tmpfs "$2"
mkdir -p "$2/upper" "$2/work" "$2/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$2/upper,workdir=$2/work" "$2/root"
mount --bind /proc "$2/root/proc"
mount --bind /dev "$2/root/dev"
mkdir -p "$2/root/package"
cp "$1" "$2/root/package/holdfast.deb"

chroot "$2/root" /bin/bash -eux <<'END'
# The dependency on Java is met by a JDK in this machine's directories, not by a package.
dpkg --install --force-depends /package/holdfast.deb
[ "$(stat -c '%a %U:%G' /etc/holdfast)" = "750 root:holdfast" ]
systemctl is-enabled holdfast.service
as_service=(setpriv --reuid=holdfast --regid=holdfast --clear-groups env -i PATH=/usr/bin:/bin)
"${as_service[@]}" holdfast --version
install -d -m 700 -o holdfast -g holdfast /var/lib/holdfast
echo kept >/var/lib/holdfast/file
echo 'debug: true' >>/etc/holdfast/holdfast.yaml
# A second installation keeps the changed configuration.
dpkg --install --force-depends --force-confdef --force-confold /package/holdfast.deb
grep -q '^debug: true$' /etc/holdfast/holdfast.yaml
dpkg --purge holdfast
[ ! -e /usr/share/holdfast ] && [ ! -e /etc/holdfast/holdfast.yaml ]
[ "$(cat /var/lib/holdfast/file)" = kept ]
END
