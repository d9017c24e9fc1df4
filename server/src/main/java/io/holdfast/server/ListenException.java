package io.holdfast.server;

import io.holdfast.server.config.ConfigException;

import java.io.IOException;
import java.net.BindException;

/** An address cannot be listened on, or TLS is misconfigured. */
public final class ListenException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    ListenException(BindException cause, String flag) {
        super(
                cause.getMessage() + ". Stop the process that listens there, or change " + flag
                        + ".",
                cause);
        this.exitCode = Main.UNAVAILABLE;
    }

    ListenException(IOException cause) {
        super(
                "TLS cannot be used: " + cause.getMessage()
                        + ". Check --tls-cert, --tls-key and --tls-client-ca.",
                cause);
        this.exitCode = ConfigException.CONFIGURATION;
    }

    int exitCode() {
        return exitCode;
    }
}
