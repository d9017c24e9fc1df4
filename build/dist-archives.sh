# How the files of a release are put together. Sourced by build/dist.sh, which sets VERSION and
# SOURCE_DATE_EPOCH.

# Prints the jars that a jar's manifest names.
class_path() {
  python3 - "$1" <<'END'
import sys
import zipfile

manifest = zipfile.ZipFile(sys.argv[1]).read("META-INF/MANIFEST.MF").decode()
for line in manifest.replace("\r\n ", "").splitlines():
    if line.startswith("Class-Path: "):
        print("\n".join(line.split()[1:]))
END
}

# stage SOURCES DIR: lays out a release without a runtime.
stage() {
  mkdir -p "$2/bin" "$2/lib" "$2/conf" "$2/systemd" "$2/alerts" "$2/grafana" "$2/docs"
  cp holdfast "$2/bin/holdfast"
  cp build/find-java.sh server/jvm.options "$2/lib/"
  for module in server cli; do
    jar=$1/$module/target/lib/holdfast-$module.jar
    [ -f "$jar" ] || { echo "$jar is missing; run ./dev build" >&2; exit 66; }
    cp "$jar" "$2/lib/"
    # Only what the manifest names: the directory may contain jars of earlier versions.
    for needed in $(class_path "$jar"); do
      cp "$1/$module/target/lib/$needed" "$2/lib/"
    done
  done
  (cd "$2/lib" && sha256sum -- *.jar | sha256sum | cut -c1-16 >build-id)
  java_main "$2" server serve --example-config >"$2/conf/holdfast.yaml"
  completion "$2"
  cp dist/holdfast.service "$2/systemd/"
  cp docs/alerts/*.rules.yml "$2/alerts/"
  cp docs/grafana/holdfast.json "$2/grafana/"
  cp LICENSE CHANGELOG.md "$2/"
  cp dist/README.md "$2/README.md"
  (cd docs && find . -name '*.md' -o -name '*.svg' -o -name '*.py' | tar -cf - -T -) \
    | tar -xf - -C "$2/docs"
}

# java_main DIR MODULE ARGUMENTS...: runs a command of a staged release.
java_main() {
  dir=$1
  module=$2
  shift 2
  "$JAVA_HOME/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xlog:disable \
    -Dstdout.encoding=UTF-8 -cp "$dir/lib/holdfast-$module.jar" "io.holdfast.$module.Main" "$@"
}

# Shell completion, for shells that "holdfast completion" knows.
completion() {
  for shell in bash zsh fish; do
    if java_main "$1" cli completion "$shell" >"$1/completion.made" 2>/dev/null; then
      mkdir -p "$1/completion"
      mv "$1/completion.made" "$1/completion/holdfast.$shell"
    fi
  done
  rm -f "$1/completion.made"
}

# sbom FROM TO: copies the SBOM without what differs between builds.
sbom() {
  python3 - "$1" "$2" "$SOURCE_DATE_EPOCH" <<'END'
import datetime
import json
import sys

source, target, epoch = sys.argv[1:]
bom = json.load(open(source, encoding="utf-8"))
bom.pop("serialNumber", None)
time = datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc)
bom["metadata"]["timestamp"] = time.strftime("%Y-%m-%dT%H:%M:%SZ")
with open(target, "w", encoding="utf-8") as out:
    json.dump(bom, out, indent=2, sort_keys=True, ensure_ascii=False)
    out.write("\n")
END
}

# archive DIR NAME FILE: packs DIR/NAME with sorted names, root as owner and the commit's time.
archive() {
  tar --sort=name --format=gnu --owner=0 --group=0 --numeric-owner "--mtime=@$SOURCE_DATE_EPOCH" \
    --mode='u=rwX,go=rX' -cf - -C "$1" "$2" | gzip -9 -n >"$3"
}

# Adds a Java runtime with the modules that the jars use and those that are found by name only.
runtime() {
  # By name only: EC keys of TLS, Netty's and protobuf's access to memory, DNS names of
  # certificates, figures of the JVM, and jcmd for diagnosis.
  extra=jdk.crypto.ec,jdk.unsupported,java.naming,jdk.management,jdk.jcmd
  modules=$("$JAVA_HOME/bin/jdeps" --ignore-missing-deps --multi-release base \
    --print-module-deps --class-path "$1/lib/*" "$1/lib/holdfast-server.jar" \
    "$1/lib/holdfast-cli.jar")
  "$JAVA_HOME/bin/jlink" --add-modules "$modules,$extra" --no-header-files --no-man-pages \
    --strip-java-debug-attributes --output "$1/runtime"
}

# debian STAGE WORK FILE: packs a staged release as a Debian package, which is an ar archive.
debian() {
  rm -rf "$2"
  mkdir -p "$2/control" "$2/data/usr/share/holdfast" "$2/data/usr/bin" "$2/data/etc/holdfast" \
    "$2/data/usr/lib/systemd/system" "$2/data/usr/share/doc/holdfast"
  cp -R "$1/bin" "$1/lib" "$1/alerts" "$1/grafana" "$2/data/usr/share/holdfast/"
  ln -s ../share/holdfast/bin/holdfast "$2/data/usr/bin/holdfast"
  sed 's:/opt/holdfast/bin/holdfast:/usr/bin/holdfast:' dist/holdfast.service \
    >"$2/data/usr/lib/systemd/system/holdfast.service"
  cp "$1/conf/holdfast.yaml" "$2/data/etc/holdfast/holdfast.yaml"
  cp -R "$1/docs" "$1/NOTICES" "$2/data/usr/share/doc/holdfast/"
  cp dist/debian/copyright "$2/data/usr/share/doc/holdfast/copyright"
  gzip -9 -n -c CHANGELOG.md >"$2/data/usr/share/doc/holdfast/changelog.gz"
  if [ -f "$1/completion/holdfast.bash" ]; then
    mkdir -p "$2/data/usr/share/bash-completion/completions"
    cp "$1/completion/holdfast.bash" "$2/data/usr/share/bash-completion/completions/holdfast"
  fi
  if [ -f "$1/completion/holdfast.fish" ]; then
    mkdir -p "$2/data/usr/share/fish/vendor_completions.d"
    cp "$1/completion/holdfast.fish" "$2/data/usr/share/fish/vendor_completions.d/"
  fi
  # The sizes of files only: those of directories depend on the file system.
  size=$(find "$2/data" -type f -printf '%s\n' | awk '{ s += $1 } END { print int(s / 1024) }')
  sed -e "s/@VERSION@/$VERSION/" -e "s/@SIZE@/$size/" dist/debian/control >"$2/control/control"
  cp dist/debian/conffiles dist/debian/postinst dist/debian/prerm dist/debian/postrm "$2/control/"
  (cd "$2/data" && find . -type f ! -path './etc/*' | LC_ALL=C sort | cut -c3- \
    | xargs -d '\n' md5sum) >"$2/control/md5sums"
  chmod 755 "$2/control/postinst" "$2/control/prerm" "$2/control/postrm"
  echo 2.0 >"$2/debian-binary"
  archive "$2/control" . "$2/control.tar.gz"
  archive "$2/data" . "$2/data.tar.gz"
  printf '!<arch>\n' >"$3"
  for member in debian-binary control.tar.gz data.tar.gz; do
    bytes=$(wc -c <"$2/$member" | tr -d ' ')
    printf '%-16s%-12d%-6d%-6d%-8s%-10d`\n' "$member" "$SOURCE_DATE_EPOCH" 0 0 100644 "$bytes" \
      >>"$3"
    cat "$2/$member" >>"$3"
    [ $((bytes % 2)) = 0 ] || printf '\n' >>"$3"
  done
}
