package io.holdfast.rig.speak;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.holdfast.rig.history.Action;
import io.holdfast.rig.history.Operation;
import io.holdfast.rig.history.Resource;
import io.holdfast.rig.history.Result;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Station;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** When the server may have decided what a client reads. */
final class RoamingClientTest {

    @Test
    void answerOfARetryIsDatedFromTheFirstAttempt() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(requests.incrementAndGet() == 1 ? 503 : 200, -1);
            exchange.close();
        });
        server.start();
        Station station = new Station("n1", server.getAddress(), server.getAddress());
        AtomicLong decidedNanos = new AtomicLong();
        try (RoamingClient client =
                new RoamingClient(Fleet.of("c", List.of(station)), "c", 0, null, new Random(1))) {
            Operation operation = client.perform(
                    "c",
                    new Resource("nodes", "a", 1),
                    new Action.Renew(1, 1),
                    Request.post("/", null, "{}"),
                    (reply, earliestNanos) -> {
                        decidedNanos.set(earliestNanos);
                        return new Result.Done();
                    });

            assertThat(operation.attempts()).hasSizeGreaterThan(1);
            assertThat(decidedNanos).hasValue(operation.attempts().getFirst().sentNanos());
        } finally {
            server.stop(0);
        }
    }

    @Test
    void partOfAWriteThatFoundNoLeaderIsSentAgain() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] failed = "{\"results\":[{\"ok\":false,\"code\":\"unavailable\"}]}"
                .getBytes(StandardCharsets.US_ASCII);
        server.createContext("/", exchange -> {
            boolean first = requests.incrementAndGet() == 1;
            exchange.sendResponseHeaders(first ? 207 : 200, first ? failed.length : -1);
            if (first) {
                exchange.getResponseBody().write(failed);
            }
            exchange.close();
        });
        server.start();
        Station station = new Station("n1", server.getAddress(), server.getAddress());
        try (RoamingClient client =
                new RoamingClient(Fleet.of("c", List.of(station)), "c", 0, null, new Random(1))) {
            Operation operation = client.perform(
                    "c",
                    new Resource("texts", "a", 0),
                    new Action.Write("written"),
                    Request.post("/", null, "{}"),
                    (reply, earliestNanos) -> RoamingClient.done(reply.status() == 200, reply));

            assertThat(operation.attempts().getFirst().result()).isInstanceOf(Result.Unknown.class);
            assertThat(operation.result()).isInstanceOf(Result.Done.class);
        } finally {
            server.stop(0);
        }
    }
}
