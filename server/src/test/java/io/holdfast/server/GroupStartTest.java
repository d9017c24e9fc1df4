package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.StartingMembers.Member;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests members' replies before the cluster is complete and after it has lost its majority. */
final class GroupStartTest {

    private static final long PATIENCE_SECONDS = 120;

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

    private static void assertRefusesRequests(Member member) {
        try (Client client = new Client(member.server().httpPort());
                LineClient line = new LineClient(member.server().linePort())) {
            assertThat(client.get("/health").status()).isEqualTo(200);
            Reply session = client.post("/v1/sessions", "");
            assertThat(session.status()).isEqualTo(503);
            assertThat(session.body()).contains("no_leader");
            assertThat(session.header("Retry-After")).isNotEmpty();
            assertThat(client.get("/v1/stats").status()).isEqualTo(503);
            assertThat(client.get("/v1/claims").status()).isEqualTo(503);
            assertThat(client.get("/api/v1/components").status()).isEqualTo(503);
            Reply group = client.get("/v1/cluster");
            assertThat(group.status()).isEqualTo(200);
            assertThat(group.body()).contains("\"leader\":null");
            assertThat(line.ask("l", "k", "0 60")).isEqualTo("error");
            assertThat(line.ask("ping", "_", "_")).isEqualTo("ok");
            assertThat(line.ask("l", "k", "0 60")).isEqualTo("error");
        }
    }

    @Test
    void memberAnswersProbesDuringBootstrap() throws Exception {
        Member first = members.start(1);
        assertThat(first.ready().status()).isEqualTo(503);
        first.awaitReady("\"status\":\"founding\"");
        assertRefusesRequests(first);
        try (Client client = new Client(first.server().httpPort())) {
            Reply added = client.ask("PUT", "/v1/cluster/members/n9?address=127.0.0.1:1", "");
            assertThat(added.status()).isEqualTo(503);
            assertThat(added.body()).contains("no_leader");
        }
        try (LineClient early = new LineClient(first.server().linePort())) {
            assertThat(early.ask("l", "early", "0 60")).isEqualTo("error");
            Member second = members.start(2);
            second.awaitReady("\"status\":\"founding\"");
            Member third = members.start(3);
            List.of(first, second, third).forEach(member -> member.serving().join());
            List.of(first, second, third)
                    .forEach(member -> assertThat(member.ready().status()).isEqualTo(200));
            assertThat(early.ask("l", "early", "0 60")).startsWith("ok ");
        }
    }

    @Test
    void memberThatWaitsToBeAddedReportsJoining() throws Exception {
        Member joining = members.start(2, "--join");
        joining.awaitReady("\"status\":\"joining\"");
        assertRefusesRequests(joining);
    }

    @Test
    void survivorWithoutMajorityKeepsLineConnectionsOpen() throws Exception {
        Member first = members.start(1);
        Member second = members.start(2);
        Member third = members.start(3);
        List.of(first, second, third).forEach(member -> member.serving().join());
        try (LineClient before = new LineClient(first.server().linePort())) {
            assertThat(before.ask("l", "before", "0 600")).startsWith("ok ");
            second.close();
            third.close();
            assertThat(before.ask("l", "other", "0 600")).isEqualTo("error");
            try (LineClient during = new LineClient(first.server().linePort())) {
                assertThat(during.ask("l", "during", "0 600")).isEqualTo("error");
                assertThat(during.ask("l", "during", "0 600")).isEqualTo("error");
                first.awaitReady("\"status\":\"no_leader\"");
                assertRefusesRequests(first);
                assertThat(before.ask("ping", "_", "_")).isEqualTo("ok");
                assertThat(during.ask("l", "during", "0 600")).isEqualTo("error");
            }
        }
        first.close();
        Member restarted = members.start(1);
        restarted.awaitReady("\"status\":\"no_leader\"");
        assertRefusesRequests(restarted);
    }

    @Test
    void sessionOfAConnectionThatClosedWithoutALeaderEndsOnceThereIsOne() throws Exception {
        String[] patient = {"--node-lost", "60"};
        Member first = members.start(1, patient);
        Member second = members.start(2, patient);
        Member third = members.start(3, patient);
        List.of(first, second, third).forEach(member -> member.serving().join());
        LineClient leaving = new LineClient(first.server().linePort());
        assertThat(leaving.ask("l", "k", "0 3600")).startsWith("ok ");
        try (LineClient next = new LineClient(first.server().linePort())) {
            assertThat(next.ask("l", "before", "0 60")).startsWith("ok ");
            second.close();
            third.close();
            assertThat(next.ask("l", "other", "0 60")).isEqualTo("error");
            leaving.close();
            // The end of the session is given up no later than the second request after it.
            assertThat(next.ask("l", "other", "0 60")).isEqualTo("error");
            assertThat(next.ask("l", "other", "0 60")).isEqualTo("error");

            members.start(2, patient);
            Awaitility.await()
                    .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .until(() -> next.ask("l", "k", "0 60").startsWith("ok "));
        }
    }

    @Test
    void closeEndsAStartThatWaitsForPeers() throws Exception {
        Member first = members.start(1);
        first.awaitReady("\"status\":\"founding\"");
        first.close();
        assertThat(first.serving()).failsWithin(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}
