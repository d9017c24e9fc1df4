package io.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.holdfast.client.http.Call;
import io.holdfast.client.http.Lost;
import io.holdfast.client.http.Reply;
import io.holdfast.client.http.Request;
import io.holdfast.client.http.Result;
import io.holdfast.client.http.Settings;
import io.holdfast.client.http.Transport;
import io.holdfast.log.raft.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests what happens when answers are lost, members refuse, and no member can be reached. */
final class RetryTest {

    @Test
    void lostAnswerIsRetriedWithTheSameIdAndActsOnce() throws Exception {
        try (TestMember member = TestMember.start();
                CuttingProxy network = new CuttingProxy(member.port());
                Holdfast client = Holdfast.connect(network.address())) {
            client.session();

            network.dropAnswers(2);
            Lease slot = client.semaphore("s", 5).acquire().orThrow();

            assertThat(network.dropped()).isEqualTo(2);
            assertThat(member.grants("s")).isEqualTo(1);
            assertThat(slot.isHeldNow()).isTrue();
            network.dropAnswers(1);
            assertThat(slot.release()).isTrue();
            assertThat(client.resources()
                            .find("locks", "s")
                            .map(ResourceInfo::held)
                            .orElse(0L))
                    .isZero();
        }
    }

    @Test
    void grantThatTheClientNeverLearnedOfIsGivenBack() throws Exception {
        try (TestMember member = TestMember.start();
                CuttingProxy network = new CuttingProxy(member.port());
                Holdfast other = member.client();
                Holdfast client = Holdfast.builder()
                        .address(network.address())
                        .ttl(Duration.ofHours(1))
                        .requestTimeout(Duration.ofSeconds(3))
                        .build()) {
            client.session();

            network.dropAnswers(Integer.MAX_VALUE);
            Acquired unknown = client.lock("k").acquire();
            network.dropAnswers(0);

            assertThat(unknown).isInstanceOf(Acquired.Unknown.class);
            assertThat(member.grants("k")).isEqualTo(1);
            assertThat(other.lock("k").acquire(Duration.ofSeconds(60)).isGranted())
                    .isTrue();
        }
    }

    @Test
    void wakeOfAWaiterWhoseConnectionBreaksIsNotLost() throws Exception {
        try (TestMember member = TestMember.start();
                CuttingProxy network = new CuttingProxy(member.port());
                Holdfast holder = member.client();
                Holdfast waiter = Holdfast.connect(network.address())) {
            Lease held = holder.lock("k").acquire().orThrow();
            CompletableFuture<Void> waiting = Threads.virtual(() -> {
                DistributedLock lock = waiter.lock("k");
                lock.lock();
                lock.unlock();
            });
            member.awaitQueued("k", 1);

            // The retry joins the wait, queues anew, or finds the grant, whichever comes first.
            network.cut();
            held.release();

            waiting.join();
        }
    }

    @Test
    void deadAddressIsSkipped() throws Exception {
        try (TestMember member = TestMember.start();
                Holdfast client = Holdfast.connect(deadAddress() + "," + member.address())) {
            assertThat(client.lock("k").acquire().isGranted()).isTrue();
            List<MemberHealth> health = client.admin().health();
            assertThat(health).extracting(MemberHealth::ready).containsExactly(false, true);
            assertThat(health.get(0).detail()).contains("connection refused");
        }
    }

    @Test
    void resultIsUnknownIfNoMemberAnswers() throws Exception {
        try (Holdfast client = Holdfast.builder()
                .address(deadAddress())
                .requestTimeout(Duration.ofSeconds(3))
                .build()) {
            assertThat(client.lock("k").acquire())
                    .isInstanceOfSatisfying(
                            Acquired.Unknown.class,
                            unknown -> assertThat(unknown.detail())
                                    .contains("cannot be reached: connection refused"));
        }
    }

    @Test
    void silentMemberGivesAnUnknownResult() throws Exception {
        try (TestMember member = TestMember.start();
                CuttingProxy network = new CuttingProxy(member.port());
                Holdfast client = Holdfast.builder()
                        .address(network.address())
                        .requestTimeout(Duration.ofSeconds(3))
                        .build()) {
            client.session();
            network.beSilent();

            assertThat(client.lock("k").acquire()).isInstanceOf(Acquired.Unknown.class);
        }
    }

    @Test
    void waitMovesFromASilentMemberToTheNext() throws Exception {
        try (TestMember member = TestMember.start();
                CuttingProxy first = new CuttingProxy(member.port());
                CuttingProxy second = new CuttingProxy(member.port());
                Holdfast holder = member.client();
                Holdfast waiter = Holdfast.connect(first.address(), second.address())) {
            Lease held = holder.lock("k").acquire().orThrow();
            CompletableFuture<Void> waiting =
                    Threads.start(() -> waiter.lock("k").lock());
            member.awaitQueued("k", 1);

            first.beSilent();
            held.release();

            // The grant cannot be delivered over the first connection.
            waiting.join();
        }
    }

    /** Answers requests from a list, and notes them. */
    private static final class Scripted implements AutoCloseable {

        private final HttpServer server;
        private final List<String> ids = new CopyOnWriteArrayList<>();
        private final List<String> tokens = new CopyOnWriteArrayList<>();
        private final List<Answer> answers;
        private final AtomicInteger next = new AtomicInteger();

        record Answer(int status, String body) {}

        Scripted(Answer... answers) throws IOException {
            this.answers = List.of(answers);
            server = HttpServer.create(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/", this::handle);
            server.start();
        }

        private void handle(HttpExchange exchange) throws IOException {
            ids.add(String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key")));
            tokens.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            int number = Math.min(next.getAndIncrement(), answers.size() - 1);
            byte[] body = answers.get(number).body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Retry-After", "0");
            exchange.sendResponseHeaders(answers.get(number).status(), body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        }

        String address() {
            return "http://127.0.0.1:" + server.getAddress().getPort();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    private static final String POOL = "{\"count\":1,\"in_use\":0,\"available\":1}";

    @Test
    void refusalOfAMomentIsRetriedWithTheSameId() throws IOException {
        try (Scripted server = new Scripted(
                        new Scripted.Answer(503, "{\"error\":\"overloaded\"}"),
                        new Scripted.Answer(503, "{\"error\":\"unknown\"}"),
                        new Scripted.Answer(200, POOL));
                Holdfast client = Holdfast.connect(server.address())) {
            assertThat(client.pool(UUID.randomUUID()).create(1).count()).isEqualTo(1);

            assertThat(server.ids).hasSize(3).doesNotContain("null");
            assertThat(server.ids.stream().distinct()).hasSize(1);
        }
    }

    @Test
    void refusalThatStaysIsReportedWithItsCode() throws Exception {
        String full = "{\"error\":\"max_sessions\",\"detail\":\"too many sessions\"}";
        try (Scripted server = new Scripted(new Scripted.Answer(503, full));
                Holdfast client = Holdfast.builder()
                        .address(server.address())
                        .requestTimeout(Duration.ofSeconds(3))
                        .build()) {
            assertThat(client.lock("k").acquire())
                    .isEqualTo(new Acquired.Refused("max_sessions", "too many sessions"));
        }
    }

    @Test
    void lostOutcomeStaysUnknownEvenIfALaterAttemptIsRefused() throws Exception {
        String session = "{\"session_id\":\"s\",\"idle_timeout_s\":0}";
        try (Scripted server = new Scripted(
                        new Scripted.Answer(200, session),
                        new Scripted.Answer(503, "{\"error\":\"unknown\"}"),
                        new Scripted.Answer(503, "{\"error\":\"no_leader\"}"));
                Holdfast client = Holdfast.builder()
                        .address(server.address())
                        .requestTimeout(Duration.ofSeconds(3))
                        .build()) {
            assertThat(client.lock("k").acquire()).isInstanceOf(Acquired.Unknown.class);
        }
    }

    @Test
    void expiredTokenIsSuppliedAgain() throws IOException {
        AtomicInteger supplied = new AtomicInteger();
        try (Scripted server = new Scripted(
                        new Scripted.Answer(401, "{\"error\":\"unauthorized\"}"),
                        new Scripted.Answer(200, POOL));
                Holdfast client = Holdfast.builder()
                        .address(server.address())
                        .token(() -> "token-" + supplied.incrementAndGet())
                        .build()) {
            client.pool(UUID.randomUUID()).create(1);

            assertThat(server.tokens).containsExactly("Bearer token-1", "Bearer token-2");
        }
    }

    @Test
    void callThatIsNotRetriedEndsWithAnyReply() throws Exception {
        String refusal = "{\"error\":\"unknown\"}";
        try (Scripted server = new Scripted(new Scripted.Answer(503, refusal));
                Transport transport = transport(server.address())) {
            Call call = transport.startOnce(0, Request.get("/"), SECOND_NANOS);

            assertThat(call.await()).isInstanceOfSatisfying(Reply.class, reply -> {
                assertThat(reply.status()).isEqualTo(503);
                assertThat(reply.body()).isEqualTo(refusal);
            });
            assertThat(server.ids).hasSize(1);
        }
    }

    @Test
    void callThatIsNotRetriedTellsWhetherItWasSent() throws Exception {
        try (TestMember member = TestMember.start();
                CuttingProxy network = new CuttingProxy(member.port());
                Transport transport = transport(network.address(), deadAddress())) {
            network.dropAnswers(1);
            Request opening = Request.post("/v1/sessions", Map.of());

            Result dropped = transport.startOnce(0, opening, SECOND_NANOS * 10).await();
            Result dead = transport.startOnce(1, opening, SECOND_NANOS * 10).await();

            assertThat(dropped)
                    .isInstanceOfSatisfying(
                            Lost.class, lost -> assertThat(lost.maybeApplied()).isTrue());
            assertThat(dead)
                    .isInstanceOfSatisfying(
                            Lost.class, lost -> assertThat(lost.maybeApplied()).isFalse());
        }
    }

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static Transport transport(String... addresses) {
        List<URI> members = Stream.of(addresses).map(URI::create).toList();
        return new Transport(new Settings(
                members,
                null,
                null,
                null,
                SECOND_NANOS,
                System::nanoTime,
                UnaryOperator.identity()));
    }

    @Test
    void replyThatStallsInItsBodyIsGivenUp() throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
        });
        server.start();
        try (Holdfast client = Holdfast.builder()
                .address("http://127.0.0.1:" + server.getAddress().getPort())
                .requestTimeout(Duration.ofSeconds(1))
                .build()) {
            assertThatThrownBy(() -> client.pool(UUID.randomUUID()).create(1))
                    .isInstanceOfSatisfying(
                            HoldfastException.class,
                            failure -> assertThat(failure.isUnavailable()).isTrue());
        } finally {
            server.stop(0);
        }
    }

    private static String deadAddress() {
        return "http://127.0.0.1:" + FreePorts.port();
    }
}
