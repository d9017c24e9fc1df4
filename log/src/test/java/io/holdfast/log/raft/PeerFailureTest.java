package io.holdfast.log.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.log.PeerProblems.Reason;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every failed request to a peer has a reason and a text that names what to check. */
final class PeerFailureTest {

    private static final PeerAddress ADDRESS = new PeerAddress("n2.example", 7000);

    private static Throwable handshake(Throwable cause) {
        SSLHandshakeException failed = new SSLHandshakeException("General OpenSslEngine problem");
        failed.initCause(cause);
        return failed;
    }

    private static Throwable alert(String name) {
        return new SSLHandshakeException("Received fatal alert: " + name);
    }

    static Stream<Arguments> causes() {
        return Stream.concat(connections(), handshakes());
    }

    private static Stream<Arguments> connections() {
        return Stream.of(
                Arguments.of(new UnknownHostException("n2.example"), Reason.UNKNOWN_HOST, "DNS"),
                Arguments.of(
                        new IOException("Unable to resolve host n2.example"),
                        Reason.UNKNOWN_HOST,
                        "n2.example"),
                Arguments.of(
                        new ConnectException("Connection refused: n2.example/10.0.0.2:7000"),
                        Reason.REFUSED,
                        "no process listens at n2.example:7000"),
                Arguments.of(
                        new ConnectException("Connection refused: ssl-alert.example/10.0.0.2:1"),
                        Reason.REFUSED,
                        "no process listens"),
                Arguments.of(
                        new ConnectException("connection timed out: n2.example/10.0.0.2:7000"),
                        Reason.UNREACHABLE,
                        "firewalls"),
                Arguments.of(
                        new NoRouteToHostException("No route to host"),
                        Reason.UNREACHABLE,
                        "no answer"),
                Arguments.of(
                        new IOException("Connection reset by peer"),
                        Reason.UNREACHABLE,
                        "Connection reset by peer"));
    }

    private static Stream<Arguments> handshakes() {
        return Stream.of(
                Arguments.of(
                        handshake(new CertificateExpiredException("NotAfter: yesterday")),
                        Reason.TLS,
                        "has expired"),
                Arguments.of(
                        handshake(new CertificateNotYetValidException("NotBefore: tomorrow")),
                        Reason.TLS,
                        "not valid yet"),
                Arguments.of(
                        handshake(new CertificateException(
                                "No subject alternative DNS name matching n2.example found.")),
                        Reason.TLS,
                        "is not for host name n2.example"),
                Arguments.of(
                        handshake(new CertificateException("PKIX path building failed: unable to"
                                + " find valid certification path to requested target")),
                        Reason.TLS,
                        "not signed by an authority of --peer-tls-ca"),
                Arguments.of(
                        handshake(new CertificateException("Signature does not match.")),
                        Reason.TLS,
                        "not signed by an authority of --peer-tls-ca"),
                Arguments.of(
                        alert("bad_certificate"), Reason.TLS, "refuses this member's certificate"),
                Arguments.of(alert("unknown_ca"), Reason.TLS, "refuses this member's certificate"),
                Arguments.of(alert("protocol_version"), Reason.TLS, "handshake with n2.example"),
                Arguments.of(
                        new IOException("not an SSL/TLS record: 0000"),
                        Reason.TLS,
                        "does not use TLS"),
                Arguments.of(
                        new IOException("First received frame was not SETTINGS. Hex dump for first"
                                + " 5 bytes: 1503030002"),
                        Reason.TLS,
                        "uses TLS and this member does not"),
                Arguments.of(
                        new IOException("Network closed for unknown reason"),
                        Reason.TLS,
                        "uses TLS and this member does not"),
                Arguments.of(
                        new SSLHandshakeException("error:1000045c:SSL routines:OPENSSL_internal:"
                                + "TLSV1_ALERT_CERTIFICATE_REQUIRED"),
                        Reason.TLS,
                        "refuses this member's certificate: alert certificate_required"));
    }

    private static PeerFailure failure(Throwable problem) {
        PeerFailure failure = PeerFailure.of(problem, ADDRESS);
        if (failure == null) {
            throw new AssertionError("there is no failure");
        }
        return failure;
    }

    @ParameterizedTest
    @MethodSource("causes")
    void everyCauseHasAReason(Throwable cause, Reason reason, String text) {
        PeerFailure failure = failure(Status.UNAVAILABLE
                .withDescription("io exception")
                .withCause(cause)
                .asRuntimeException());
        assertThat(failure.reason()).as(failure.text()).isEqualTo(reason);
        assertThat(failure.text()).contains(text);
    }

    @Test
    void silentPeerIsUnreachable() {
        assertThat(failure(Status.DEADLINE_EXCEEDED.asRuntimeException()).reason())
                .isEqualTo(Reason.UNREACHABLE);
    }

    @Test
    void olderReleaseWithoutTheServiceIsConnected() {
        assertThat(PeerFailure.of(Status.UNIMPLEMENTED.asRuntimeException(), ADDRESS))
                .isNull();
    }
}
