# Finds a JDK 25 or newer, and Maven. Sourced by ./holdfast and ./dev, not run. Requires bash 3.2.
# A release contains this file too. It sets JAVA_KIND=runtime, because it compiles nothing.
#
# find_java sets JAVA_HOME, find_maven sets MVN. need_java and need_maven also print what to
# install and exit with 69 (EX_UNAVAILABLE) if nothing is found.

JAVA_WANTED=25
JAVA_KIND=${JAVA_KIND:-jdk}

# Prints the feature version of the Java in a directory, or nothing if there is none.
#
# Reading the release file avoids starting a JVM for java -version.
jdk_feature() {
  [ -x "$1/bin/java" ] || return 0
  [ "$JAVA_KIND" = runtime ] || [ -x "$1/bin/javac" ] || return 0
  if [ -r "$1/release" ]; then
    sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
  else
    "$1/bin/java" -version 2>&1 | sed -n '1s/[^"]*"\([0-9]*\).*/\1/p'
  fi
}

jdk_is_new_enough() {
  feature=$(jdk_feature "$1")
  [ -n "$feature" ] && [ "$feature" -ge "$JAVA_WANTED" ]
}

# Resolves symbolic links; readlink -f is missing on older macOS.
resolved() {
  target=$1
  while [ -L "$target" ]; do
    link=$(readlink "$target")
    case $link in
      /*) target=$link ;;
      *) target=$(dirname "$target")/$link ;;
    esac
  done
  printf '%s\n' "$target"
}

find_java() {
  if [ -n "${JAVA_HOME:-}" ] && jdk_is_new_enough "$JAVA_HOME"; then
    export JAVA_HOME
    return 0
  fi
  on_path=$(command -v java 2>/dev/null) || on_path=
  if [ -n "$on_path" ]; then
    on_path=$(resolved "$on_path")
    on_path=${on_path%/bin/java}
  fi
  mac=
  if [ -x /usr/libexec/java_home ]; then
    mac=$(/usr/libexec/java_home -v "$JAVA_WANTED" 2>/dev/null) || mac=
  fi
  for candidate in "$on_path" "$mac" \
    /usr/lib/jvm/* /usr/java/* /usr/local/openjdk-* /opt/java/* /opt/jdk* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* "${HOME:-}"/.asdf/installs/java/* \
    "${HOME:-}"/.local/share/mise/installs/java/*; do
    if [ -n "$candidate" ] && jdk_is_new_enough "$candidate"; then
      JAVA_HOME=$candidate
      export JAVA_HOME
      return 0
    fi
  done
  return 1
}

find_maven() {
  MVN=$(command -v mvn 2>/dev/null) || MVN=
  for candidate in "$MVN" "${MAVEN_HOME:-}/bin/mvn" "${M2_HOME:-}/bin/mvn" \
    "${HOME:-}"/.sdkman/candidates/maven/current/bin/mvn /opt/homebrew/bin/mvn /usr/local/bin/mvn \
    /opt/maven/bin/mvn /opt/apache-maven*/bin/mvn /usr/share/maven/bin/mvn; do
    if [ -n "$candidate" ] && [ -x "$candidate" ]; then
      MVN=$candidate
      return 0
    fi
  done
  return 1
}

say_what_to_install() {
  cat >&2 <<EOF
Holdfast requires $1, but none was found. Install it with one of:

  Debian, Ubuntu   sudo apt-get install $2
  Fedora           sudo dnf install $3
  macOS            brew install $4
  anywhere         sdk install $5          (https://sdkman.io)

EOF
  [ -z "${6:-}" ] || printf '%s\n' "$6" >&2
}

need_java() {
  find_java && return 0
  if [ "$JAVA_KIND" = runtime ]; then
    say_what_to_install "Java $JAVA_WANTED or newer" \
      "openjdk-$JAVA_WANTED-jre-headless   (or Eclipse Temurin: temurin-$JAVA_WANTED-jre)" \
      "java-$JAVA_WANTED-openjdk-headless" "openjdk@$JAVA_WANTED" "java $JAVA_WANTED-tem" \
      "If Java is installed in another directory, set JAVA_HOME to it and retry. The archive
holdfast-VERSION-linux-ARCHITECTURE.tar.gz contains a Java runtime and needs none."
    exit 69
  fi
  say_what_to_install "a JDK $JAVA_WANTED or newer" \
    "openjdk-$JAVA_WANTED-jdk-headless   (or Eclipse Temurin: temurin-$JAVA_WANTED-jdk)" \
    "java-$JAVA_WANTED-openjdk-devel" "openjdk@$JAVA_WANTED" "java $JAVA_WANTED-tem" \
    "If a JDK is installed in another directory, set JAVA_HOME to it and retry."
  exit 69
}

need_maven() {
  find_maven && return 0
  say_what_to_install "Maven 3.8.1 or newer" maven maven maven maven
  exit 69
}
