package io.holdfast.server.bare;

// must fail: package-without-info
// must fail: machine-path
// must fail: registry-host
final class Bare {

    String path = "/home/alice/holdfast";
    String host = "https://repo1.maven.org/maven2";
}
