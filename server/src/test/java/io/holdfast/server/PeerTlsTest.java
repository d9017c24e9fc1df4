package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.server.net.TlsFiles;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests TLS between peers: a client without a certificate of their authority gets no frame. */
final class PeerTlsTest {

    private static final int TIMEOUT_MILLIS = 20_000;
    private static final int FRAME_HEAD_BYTES = 9;
    private static final int SETTINGS = 4;

    @TempDir
    private static Path directory;

    private static SelfSigned peers;
    private static SelfSigned stranger;
    private static TestServers cluster;

    @BeforeAll
    static void start() throws Exception {
        peers = SelfSigned.in(directory.resolve("peers"));
        stranger = SelfSigned.in(directory.resolve("stranger"));
        List<String> flags = List.of(
                "--peer-tls-cert",
                peers.certificate().toString(),
                "--peer-tls-key",
                peers.key().toString(),
                "--peer-tls-ca",
                peers.certificate().toString());
        cluster = TestServers.start(directory, node -> flags);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void membersWithCertificatesOfOneAuthorityFormACluster() {
        Party ann = cluster.party(Transport.HTTP);
        assertThat(ann.lock("k").word()).isEqualTo("ok");
        assertThat(cluster.party(Transport.LINE).lock("k").word()).isEqualTo("timeout");
    }

    @Test
    void validCertificateIsAccepted() throws Exception {
        for (int node = 1; node <= 3; node++) {
            assertThat(firstFrame(peers.showingTo(peers), node)).isEqualTo(SETTINGS);
        }
    }

    @Test
    void certificateOfAnotherAuthorityIsRejected() throws Exception {
        SSLContext context = stranger.showingTo(peers);
        for (int node = 1; node <= 3; node++) {
            int asked = node;
            assertThatThrownBy(() -> firstFrame(context, asked))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void missingCertificateIsRejected() {
        for (int node = 1; node <= 3; node++) {
            int asked = node;
            assertThatThrownBy(() -> firstFrame(peers.trusting(), asked))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void everyMemberReportsItsCertificatesExpiry() throws Exception {
        long end = TlsFiles.expiry(peers.certificate()).getEpochSecond();
        for (int node = 1; node <= 3; node++) {
            String shown = cluster.client(node).get("/metrics").body();
            assertThat(ClusterDialectsTest.figure(
                            shown, "holdfast_certificate_expiry_timestamp_seconds{use=\"peers\"}"))
                    .isEqualTo(end);
        }
    }

    @Test
    void versionsBeforeTls13AreRejected() {
        for (String version : List.of("TLSv1.2", "TLSv1.1")) {
            assertThatThrownBy(() -> firstFrame(peers.showingTo(peers), 1, version))
                    .as(version)
                    .isInstanceOf(SSLHandshakeException.class);
        }
    }

    /** Starts HTTP/2 as gRPC does and returns the type of the first frame received. */
    private static int firstFrame(SSLContext context, int node, String... versions)
            throws IOException {
        try (SSLSocket socket = (SSLSocket)
                context.getSocketFactory().createSocket("127.0.0.1", cluster.peerPort(node))) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            if (versions.length > 0) {
                parameters.setProtocols(versions);
            }
            socket.setSSLParameters(parameters);
            byte[] preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            socket.getOutputStream().write(preface);
            socket.getOutputStream().write(new byte[] {0, 0, 0, SETTINGS, 0, 0, 0, 0, 0});
            byte[] head = socket.getInputStream().readNBytes(FRAME_HEAD_BYTES);
            if (head.length < FRAME_HEAD_BYTES) {
                throw new EOFException("closed after " + head.length + " bytes");
            }
            return head[3];
        }
    }
}
