package io.holdfast.server.net;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermission;

/** Makes the TLS context out of PEM files. */
final class Tls {

    private Tls() {}

    static SslContext context(TlsFiles files) throws IOException {
        boolean posix =
                files.key().getFileSystem().supportedFileAttributeViews().contains("posix");
        if (posix
                && Files.getPosixFilePermissions(files.key())
                        .contains(PosixFilePermission.OTHERS_READ)) {
            throw new IOException(
                    "the key file " + files.key() + " can be read by everybody; chmod 600 it");
        }
        return SslContextBuilder.forServer(
                        files.certificate().toFile(), files.key().toFile())
                .protocols("TLSv1.3", "TLSv1.2")
                .build();
    }
}
