package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.StartingMembers.Member;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that both members report in {@code /ready} why they are not connected. */
final class PeerReasonsTest {

    @TempDir
    private Path directory;

    private StartingMembers members;

    @BeforeEach
    void choosePorts() {
        members = new StartingMembers(directory);
    }

    @AfterEach
    void closeAll() {
        members.close();
    }

    private static String[] tls(SelfSigned own, Path authority) {
        return new String[] {
            "--peer-tls-cert", own.certificate().toString(),
            "--peer-tls-key", own.key().toString(),
            "--peer-tls-ca", authority.toString()
        };
    }

    private Path authorities(Path... all) throws Exception {
        StringBuilder text = new StringBuilder();
        for (Path each : all) {
            text.append(Files.readString(each));
        }
        return Files.writeString(Files.createTempFile(directory, "ca", ".pem"), text);
    }

    @Test
    void stoppedPeerIsReportedAsRefused() throws Exception {
        Member first = members.start(1);
        first.awaitReady("n2 is not connected (refused): no process listens at 127.0.0.1:");
        first.awaitReady("n3 is not connected (refused)");
        try (Client client = new Client(first.server().httpPort())) {
            assertThat(client.get("/v1/cluster").body())
                    .contains("\"problem\":{")
                    .contains("\"reason\":\"refused\"");
        }
    }

    @Test
    void unresolvableNameIsNamed() throws Exception {
        String peers = "n1=127.0.0.1:" + members.port(1) + ",n2=peer.invalid:7000,n3=127.0.0.1:"
                + members.port(3);
        members.startWith(peers, 1)
                .awaitReady("n2 is not connected (unknown_host): host name peer.invalid cannot be"
                        + " resolved");
    }

    @Test
    void untrustedCertificateIsReportedByBothSides() throws Exception {
        SelfSigned ours = SelfSigned.in(directory.resolve("ours"));
        SelfSigned other =
                SelfSigned.in(directory.resolve("other"), "CN=other", "SAN=ip:127.0.0.1");
        Member first = members.start(1, tls(ours, ours.certificate()));
        Member second =
                members.start(2, tls(other, authorities(ours.certificate(), other.certificate())));
        first.awaitReady("n2 is not connected (tls): the certificate of 127.0.0.1:"
                + members.port(2) + " is not signed by an authority of --peer-tls-ca");
        second.awaitReady("n1 is not connected (tls): 127.0.0.1:" + members.port(1)
                + " refuses this member's certificate");
    }

    @Test
    void expiredCertificateIsReportedByBothSides() throws Exception {
        SelfSigned ours = SelfSigned.in(directory.resolve("ours"));
        SelfSigned expired = SelfSigned.expired(directory.resolve("expired"));
        Path both = authorities(ours.certificate(), directory.resolve("expired/ca.pem"));
        Member first = members.start(1, tls(ours, both));
        Member second = members.start(2, tls(expired, both));
        first.awaitReady("n2 is not connected (tls): the certificate of 127.0.0.1:"
                + members.port(2) + " has expired");
        second.awaitReady("n1 is not connected (tls): 127.0.0.1:" + members.port(1)
                + " refuses this member's certificate");
    }

    @Test
    void certificateOfAnotherHostIsReported() throws Exception {
        SelfSigned ours = SelfSigned.in(directory.resolve("ours"));
        SelfSigned other = SelfSigned.in(directory.resolve("other"), "CN=n2", "SAN=dns:n2.example");
        Path both = authorities(ours.certificate(), other.certificate());
        Member first = members.start(1, tls(ours, both));
        members.start(2, tls(other, both));
        first.awaitReady("n2 is not connected (tls): the certificate of 127.0.0.1:"
                + members.port(2) + " is not for host name 127.0.0.1");
    }

    @Test
    void memberWithoutTlsIsReportedByBothSides() throws Exception {
        SelfSigned ours = SelfSigned.in(directory.resolve("ours"));
        Member first = members.start(1, tls(ours, ours.certificate()));
        Member second = members.start(2);
        first.awaitReady(
                "n2 is not connected (tls): 127.0.0.1:" + members.port(2) + " does not use TLS");
        second.awaitReady("n1 is not connected (tls): 127.0.0.1:" + members.port(1)
                + " closed the connection. It uses TLS and this member does not");
    }

    @Test
    void wrongNameIsReportedByBothSides() throws Exception {
        String swapped = "n1=127.0.0.1:" + members.port(1) + ",n2=127.0.0.1:" + members.port(3)
                + ",n3=127.0.0.1:" + members.port(2);
        Member first = members.start(1);
        Member misnamed = members.startWith(swapped, 3);
        first.awaitReady("n2 is not connected (wrong_name): the member at 127.0.0.1:"
                + members.port(2) + " is called n3, not n2");
        misnamed.awaitReady("expects n2 here, and this member is n3");
    }

    @Test
    void lostDirectoryIsReportedByBothSides() throws Exception {
        List<Member> all = List.of(members.start(1), members.start(2), members.start(3));
        all.forEach(member -> member.serving().join());
        all.get(2).close();
        Files.move(directory.resolve("n3"), directory.resolve("lost"));
        Member empty = members.start(3);
        empty.awaitReady("(empty_directory): this directory is empty, and n1 belongs to cluster ");
        assertThat(empty.ready().body()).contains("holdfast cluster replace n3");
        try (Client client = new Client(all.getFirst().server().httpPort())) {
            Awaitility.await()
                    .atMost(60, TimeUnit.SECONDS)
                    .until(
                            () -> client.get("/v1/cluster").body(),
                            body -> body.contains("the directory of member n3 is empty"));
        }
    }
}
