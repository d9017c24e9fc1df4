package io.holdfast.server.net;

import java.nio.file.Path;

/** PEM files: a certificate chain and its PKCS#8 key. */
public record TlsFiles(Path certificate, Path key) {}
