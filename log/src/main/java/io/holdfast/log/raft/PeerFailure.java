package io.holdfast.log.raft;

import io.holdfast.log.PeerProblems.Reason;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a peer could not be reached, for an operator.
 *
 * @param text a clause that follows the peer's name
 */
record PeerFailure(Reason reason, String text) {

    /** The first bytes of a TLS alert where HTTP/2 was expected, in hexadecimal. */
    private static final String TLS_ALERT = "1503";

    private static final Pattern ALERT = Pattern.compile("alert[:_ ]+([a-z_]+)");

    private static final int CAUSES_MAX = 16;
    private static final int TEXT_MAX = 200;

    /** @return null if the peer answered, even if it does not know the request */
    static @Nullable PeerFailure of(Throwable problem, PeerAddress address) {
        Status.Code code = Status.fromThrowable(problem).getCode();
        if (code == Status.Code.UNIMPLEMENTED) {
            return null;
        }
        String all = messages(problem);
        if (has(problem, UnknownHostException.class) || all.contains("unable to resolve host")) {
            return new PeerFailure(
                    Reason.UNKNOWN_HOST,
                    "host name " + address.host() + " cannot be resolved. Check DNS and --peers");
        }
        String tls = tls(problem, all, address);
        if (tls != null) {
            return new PeerFailure(Reason.TLS, tls);
        }
        if (has(problem, NoRouteToHostException.class) || all.contains("timed out")) {
            return unreachable(address);
        }
        if (has(problem, ConnectException.class)) {
            return new PeerFailure(Reason.REFUSED, "no process listens at " + address);
        }
        return code == Status.Code.DEADLINE_EXCEEDED
                ? unreachable(address)
                : new PeerFailure(
                        Reason.UNREACHABLE, address + " does not answer: " + last(problem));
    }

    private static PeerFailure unreachable(PeerAddress address) {
        return new PeerFailure(
                Reason.UNREACHABLE, "no answer from " + address + ". Check the host and firewalls");
    }

    private static @Nullable String tls(Throwable problem, String all, PeerAddress address) {
        if (all.contains("not an ssl/tls record")) {
            return address + " does not use TLS, and this member does";
        }
        if (all.contains("network closed for unknown reason")
                || all.contains("not settings") && all.contains(TLS_ALERT)) {
            return address + " closed the connection. It uses TLS and this member does not, or its"
                    + " settings differ: check --peer-tls-cert, --peer-tls-key and --peer-tls-ca";
        }
        if (ALERT.matcher(all).find()) {
            return all.contains("certificate") || all.contains("unknown_ca")
                    ? address + " refuses this member's certificate: " + alert(all)
                    : "TLS handshake with " + address + " failed: " + alert(all);
        }
        if (has(problem, CertificateExpiredException.class) || all.contains("notafter")) {
            return "the certificate of " + address + " has expired";
        }
        if (has(problem, CertificateNotYetValidException.class) || all.contains("notbefore")) {
            return "the certificate of " + address + " is not valid yet. Check the clocks";
        }
        if (all.contains("subject alternative") || all.contains("no name matching")) {
            return "the certificate of " + address + " is not for host name " + address.host();
        }
        if (all.contains("certification path")
                || all.contains("path building")
                || all.contains("signature does not match")) {
            return "the certificate of " + address
                    + " is not signed by an authority of --peer-tls-ca";
        }
        boolean other = all.contains("sslexception")
                || all.contains("sslhandshakeexception")
                || has(problem, CertificateException.class);
        return other ? "TLS handshake with " + address + " failed: " + last(problem) : null;
    }

    private static boolean has(Throwable problem, Class<? extends Throwable> kind) {
        Throwable cause = problem;
        for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++) {
            if (kind.isInstance(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private static String messages(Throwable problem) {
        StringBuilder all = new StringBuilder();
        Throwable cause = problem;
        for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++) {
            all.append(cause.getClass().getSimpleName()).append(' ');
            all.append(cause.getMessage()).append('\n');
            cause = cause.getCause();
        }
        return all.toString().toLowerCase(Locale.ROOT);
    }

    /** Returns the name of the alert as the JDK or OpenSSL reports it. */
    private static String alert(String all) {
        Matcher name = ALERT.matcher(all);
        return name.find() ? "alert " + name.group(1) : "an alert";
    }

    private static String last(Throwable problem) {
        Throwable cause = problem;
        for (int depth = 0; cause.getCause() != null && depth < CAUSES_MAX; depth++) {
            cause = cause.getCause();
        }
        return cut(String.valueOf(cause.getMessage()));
    }

    private static String cut(String text) {
        String line = text.lines().findFirst().orElse("");
        return line.substring(0, Math.min(line.length(), TEXT_MAX));
    }
}
