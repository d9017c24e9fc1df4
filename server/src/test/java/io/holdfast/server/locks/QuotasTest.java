package io.holdfast.server.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Caller;
import io.holdfast.server.LineClient;
import io.holdfast.server.OneNode;
import io.holdfast.server.Party;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import io.holdfast.server.Transport;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the replies to a tenant at its quota, over HTTP and over the line protocol. */
final class QuotasTest {

    private static void isRefused(Reply reply, String code, String quota) {
        assertThat(reply.status()).as(reply.toString()).isEqualTo(503);
        assertThat(reply.error()).isEqualTo(code);
        assertThat(reply.text("detail"))
                .isEqualTo("the tenant's quota of " + quota + " is used up");
        assertThat(reply.header("Retry-After")).contains("1");
    }

    @Test
    void keyQuotaRejectsNewKeysOnly() {
        try (TestServer server = TestServer.ephemeral("--tenant-max-keys", "1")) {
            Caller ann = server.session();
            String token = ann.lock("a").token();

            isRefused(ann.lock("b"), "max_locks", "keys");
            isRefused(ann.enqueue("b"), "max_locks", "keys");
            isRefused(ann.semaphore("b", 3), "max_locks", "keys");

            assertThat(ann.renew("a", token).status()).isEqualTo(200);
            assertThat(ann.release("a", token).status()).isEqualTo(204);
            assertThat(ann.lock("a").status()).isEqualTo(200);
            assertThat(server.stats().path("locks")).hasSize(1);
        }
    }

    @Test
    void leaseQuotaAllowsWaitRenewAndPromotion() {
        try (TestServer server = TestServer.ephemeral("--tenant-max-leases", "1")) {
            Caller ann = server.session();
            Caller bob = server.session();
            String token = ann.lock("a").token();

            isRefused(bob.lock("b"), "max_locks", "leases");
            assertThat(server.row("locks", "b").isMissingNode()).isTrue();

            CompletableFuture<Reply> next = bob.lockWithin("a", 60);
            server.awaitQueued("a", 1);
            assertThat(ann.renew("a", token).status()).isEqualTo(200);
            assertThat(ann.release("a", token).status()).isEqualTo(204);
            assertThat(io.holdfast.server.Client.await(next).status()).isEqualTo(200);
        }
    }

    @Test
    void waiterQuotaAllowsTriesWithoutWaiting() {
        try (TestServer server = TestServer.ephemeral("--tenant-max-waiters", "1")) {
            Caller ann = server.session();
            ann.lock("a");
            Caller bob = server.session();
            assertThat(bob.enqueue("a").text("status")).isEqualTo("queued");

            isRefused(ann.post("locks/a", "{\"acquire_timeout_s\":5}"), "max_waiters", "waiters");
            isRefused(ann.enqueue("a"), "max_waiters", "waiters");
            assertThat(ann.lock("a").text("status")).isEqualTo("timeout");
        }
    }

    @Test
    void sessionQuotaRejectsNewSessions() {
        try (TestServer server = TestServer.ephemeral("--tenant-max-sessions", "1")) {
            Caller ann = server.session();

            isRefused(server.client().post("/v1/sessions", ""), "max_sessions", "sessions");
            assertThat(ann.ping().status()).isEqualTo(204);

            LineClient connection = server.connect();
            assertThat(connection.ask("l", "k", "0")).isEqualTo("error");
            assertThat(connection.isClosedByServer()).isTrue();

            ann.delete();
            assertThat(server.connect().ask("l", "k", "0")).startsWith("ok ");
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void bothTransportsReportTheQuota(Transport transport) {
        String[] flags = {"--tenant-max-leases", "1", "--tenant-max-waiters", "1"};
        try (TestServer server = TestServer.ephemeral(flags)) {
            Party ann = server.party(transport);
            Party bob = server.party(transport);
            ann.lock("a");
            bob.enqueue("a");

            assertThat(ann.lock("b").word()).isEqualTo("max_locks");
            assertThat(ann.enqueue("a").word()).isEqualTo("max_waiters");
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    @OneNode("a group agrees on its budget shortly after its start")
    void fullStateRejectsNewLocksOnly(Transport transport) {
        try (TestServer server = TestServer.ephemeral("--state-memory", "20000")) {
            Party ann = server.party(transport);
            String token = ann.lock("a").token();
            int keys = 0;
            while (ann.lock("key-" + keys).word().equals("ok") && keys < 1_000) {
                keys++;
            }
            String word = transport == Transport.HTTP ? "state_full" : "max_locks";
            assertThat(keys).isBetween(10, 100);
            assertThat(ann.lock("b").word()).isEqualTo(word);
            assertThat(ann.enqueue("b").word()).isEqualTo(word);
            assertThat(ann.renew("a", token).word()).isEqualTo("ok");
            assertThat(ann.release("a", token).word()).isEqualTo("ok");
            assertThat(ann.lock("a").word()).isEqualTo("ok");
        }
    }

    @Test
    @OneNode("a group agrees on its budget shortly after its start")
    void fullStateRejectsNewSessions() {
        try (TestServer server = TestServer.ephemeral("--state-memory", "20000")) {
            Caller ann = server.session();
            Reply refused = server.client().post("/v1/sessions", "");
            for (int i = 0; refused.status() == 200 && i < 1_000; i++) {
                refused = server.client().post("/v1/sessions", "");
            }
            assertThat(refused.status()).isEqualTo(507);
            assertThat(refused.error()).isEqualTo("state_full");
            assertThat(refused.text("detail"))
                    .isEqualTo("the server's state memory is full; release or delete something,"
                            + " or retry later");
            assertThat(refused.header("Retry-After")).contains("1");
            assertThat(ann.ping().status()).isEqualTo(204);
            assertThat(server.connect().ask("l", "k", "0")).startsWith("error");
            assertThat(ann.delete().status()).isEqualTo(204);
        }
    }
}
