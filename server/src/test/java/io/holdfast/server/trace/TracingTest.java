package io.holdfast.server.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.server.Caller;
import io.holdfast.server.Client;
import io.holdfast.server.OneNode;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import io.holdfast.server.TestServers;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the spans that a receiver gets. */
@OneNode("starts its own cluster")
final class TracingTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";

    private Receiver receiver;

    @BeforeEach
    void start() {
        receiver = Receiver.start();
    }

    @AfterEach
    void stop() {
        receiver.close();
    }

    private TestServer server(String... more) {
        String[] flags = new String[more.length + 2];
        flags[0] = "--otlp-endpoint";
        flags[1] = receiver.endpoint();
        System.arraycopy(more, 0, flags, 2, more.length);
        return TestServer.ephemeral(flags);
    }

    @Test
    void spanHasTheParentOfTheRequestAndNoSecret() {
        try (TestServer server = server("--otlp-headers", "Authorization=Bearer%20t0ken")) {
            Caller caller = server.session();
            String token = caller.post(
                            "locks/secret-key",
                            "{\"acquire_timeout_s\":0}",
                            "traceparent",
                            "00-" + TRACE + "-" + PARENT + "-01")
                    .token();
            server.stop();
            SentSpan span = receiver.await(one -> one.trace().equals(TRACE));
            assertThat(span.parent()).isEqualTo(PARENT);
            assertThat(span.name()).isEqualTo("POST /v1/locks/{key}");
            assertThat(span.attributes())
                    .containsEntry("http.response.status_code", "200")
                    .containsEntry("holdfast.api", "locks");
            assertThat(span.endNanos()).isGreaterThan(span.startNanos());
            assertThat(span.resource())
                    .containsEntry("service.name", "holdfast")
                    .containsEntry("service.instance.id", "memory");
            assertThat(receiver.spans().toString())
                    .doesNotContain("secret-key")
                    .doesNotContain(token)
                    .doesNotContain(caller.id());
            assertThat(receiver.credentials()).containsOnly("Bearer t0ken");
        }
    }

    @Test
    void waitIsASpanOfItsOwnWithALinkToTheRelease() {
        try (TestServer server = server("--trace-keys")) {
            Caller holder = server.session();
            Reply first = holder.lock("k");
            CompletableFuture<Reply> waiting = server.session().lockWithin("k", 60);
            server.awaitQueued("k", 1);
            server.clock().advanceSeconds(1);
            holder.release("k", first.token());
            Client.await(waiting);
            server.stop();

            SentSpan wait = receiver.await(one -> one.name().equals("wait"));
            SentSpan release = receiver.await(one -> one.name().endsWith("/release"));
            SentSpan request = receiver.await(one -> one.id().equals(wait.parent()));
            assertThat(request.name()).isEqualTo("POST /v1/locks/{key}");
            assertThat(request.attributes()).containsEntry("holdfast.key", "k");
            assertThat(wait.links()).containsExactly(release.id());
            assertThat(wait.attributes())
                    .containsEntry("holdfast.released.fence", "" + first.fence())
                    .containsEntry("holdfast.released.reason", "released");
            assertThat(release.attributes())
                    .containsEntry("holdfast.released.fence", "" + first.fence());
            assertThat(wait.startNanos()).isGreaterThanOrEqualTo(request.startNanos());
            assertThat(wait.endNanos()).isLessThanOrEqualTo(request.endNanos());
        }
    }

    @Test
    void waitForAPoolIsLinkedToTheReturn() {
        try (TestServer server = server()) {
            String pool = "/l/" + UUID.randomUUID();
            server.client().ask("PUT", pool, "{\"count\":1}");
            String lease =
                    server.client().post(pool + "/borrow", "{\"ttl\":600}").text("lease");
            CompletableFuture<Reply> waiting =
                    server.client().start("POST", pool + "/borrow", "{\"ttl\":600,\"wait\":60}");
            server.awaitEvents(1, io.holdfast.core.event.Event.Queued.class::isInstance);
            server.clock().advanceSeconds(1);
            server.client().post(pool + "/return", "{\"lease\":\"" + lease + "\"}");
            Client.await(waiting);
            server.stop();
            SentSpan wait = receiver.await(one -> one.name().equals("wait"));
            SentSpan returned = receiver.await(one -> one.name().endsWith("/return"));
            assertThat(wait.links()).containsExactly(returned.id());
            assertThat(receiver.spans().toString()).doesNotContain(pool.substring(3));
        }
    }

    @Test
    void waitThatALeaseEndedHasNoLinkAndSaysSo() {
        try (TestServer server = server()) {
            server.session().lock("k", 5);
            CompletableFuture<Reply> waiting = server.session().lockWithin("k", 60);
            server.awaitQueued("k", 1);
            server.clock().advanceSeconds(6);
            Client.await(waiting);
            server.stop();
            SentSpan wait = receiver.await(one -> one.name().equals("wait"));
            assertThat(wait.links()).isEmpty();
            assertThat(wait.attributes()).containsEntry("holdfast.released.reason", "expired");
        }
    }

    @Test
    void releaseThroughAnotherMemberIsFoundByItsFence(@TempDir Path directory) {
        try (TestServers cluster =
                TestServers.start(directory, "--otlp-endpoint", receiver.endpoint())) {
            Caller holder = cluster.node(1).session();
            Reply first = holder.lock("k");
            CompletableFuture<Reply> local = cluster.node(1).session().lockWithin("k", 60);
            cluster.awaitQueued("k", 1);
            CompletableFuture<Reply> remote = cluster.node(2).session().lockWithin("k", 60);
            cluster.awaitQueued("k", 2);
            holder.release("k", first.token());
            Reply second = Client.await(local);
            // The session of the local waiter is not known here, so its lock is broken. A new
            // cluster refuses that until all its members have said which formats they read.
            String path = "/v1/resources/locks/k/holders/" + second.fence();
            Client client = cluster.client(1);
            await().until(() ->
                    client.ask("DELETE", path, "{\"reason\":\"test\"}").status() != 503);
            Client.await(remote);
            cluster.nodes().forEach(TestServer::stop);

            SentSpan release = receiver.await(one -> one.name().endsWith("/release"));
            SentSpan linked = receiver.await(one -> one.name().equals("wait")
                    && "released".equals(one.attributes().get("holdfast.released.reason")));
            assertThat(linked.links()).containsExactly(release.id());
            assertThat(linked.resource()).containsEntry("service.instance.id", "n1");
            SentSpan unlinked = receiver.await(one -> one.name().equals("wait")
                    && "broken".equals(one.attributes().get("holdfast.released.reason")));
            assertThat(unlinked.resource()).containsEntry("service.instance.id", "n2");
            assertThat(unlinked.links()).isEmpty();
            SentSpan broken = receiver.await(one -> one.name().startsWith("DELETE"));
            assertThat(unlinked.attributes().get("holdfast.released.fence"))
                    .isEqualTo(broken.attributes().get("holdfast.released.fence"));
        }
    }

    @Test
    void requestsWithoutASampledParentCanBeLeftOut() {
        try (TestServer server = server("--trace-percent", "0")) {
            server.client().get("/health");
            server.client().get("/health", "traceparent", "00-" + TRACE + "-" + PARENT + "-01");
            server.client().get("/health", "traceparent", "no");
            server.stop();
            receiver.await(one -> one.parent().equals(PARENT));
            assertThat(receiver.spans()).hasSize(1);
        }
    }
}
