package io.holdfast.client.http;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathBuilderException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** Says why a member did not answer, without names of Java classes. */
public final class Failures {

    private Failures() {}

    /** Returns the failure itself, without the wrapping of futures. */
    static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Returns true if the request was certainly not sent, because there was no connection. */
    static boolean notSent(Throwable cause) {
        return cause instanceof ConnectException
                || cause instanceof HttpConnectTimeoutException
                || cause instanceof SSLHandshakeException
                || cause instanceof UnresolvedAddressException;
    }

    public static String text(URI member, Throwable failure) {
        return member + " " + reason(failure);
    }

    private static String reason(Throwable failure) {
        if (failure instanceof HttpConnectTimeoutException) {
            return "cannot be reached: the connection attempt timed out";
        }
        if (failure instanceof HttpTimeoutException) {
            return "did not answer in time";
        }
        if (failure instanceof ConnectException connect) {
            boolean unknownHost = rootOf(connect) instanceof UnresolvedAddressException;
            String why = unknownHost ? "the host name is unknown" : "connection refused";
            return "cannot be reached: " + why;
        }
        if (failure instanceof SSLHandshakeException) {
            return rootOf(failure) instanceof CertPathBuilderException
                    ? "cannot be reached: its certificate is not from a trusted authority"
                    : "cannot be reached: the TLS handshake failed: " + messageOf(failure);
        }
        if (failure instanceof UnresolvedAddressException) {
            return "cannot be reached: the host name is unknown";
        }
        if (failure instanceof CancellationException) {
            return "stopped answering";
        }
        String message = messageOf(failure);
        return "closed the connection" + (message == null ? "" : ": " + message);
    }

    private static @Nullable String messageOf(Throwable failure) {
        return rootOf(failure).getMessage();
    }

    private static Throwable rootOf(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
