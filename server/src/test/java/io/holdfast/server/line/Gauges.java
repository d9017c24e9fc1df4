package io.holdfast.server.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.TestServer;
import java.time.Duration;
import org.awaitility.Awaitility;

/** The connection counts that an operator sees. */
final class Gauges {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Gauges() {}

    /** With several members, each counts only its own connections. */
    private static String ofThisNode(int connections) {
        return TestServer.ofSeveralNodes()
                ? "\nholdfast_line_connections "
                : "\nholdfast_line_connections " + connections + ".0\n";
    }

    /** Waits until statistics and metrics count this many connections and no sessions. */
    static void await(TestServer server, int connections) {
        await(server, "", connections, 0);
    }

    /** Waits until they count this many line protocol connections and this many sessions. */
    static void await(TestServer server, String bearer, int connections, int sessions) {
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(server.client()
                            .get("/v1/stats", "Authorization", bearer)
                            .json()
                            .path("connections")
                            .asInt(-1))
                    .isEqualTo(connections + sessions);
            assertThat(server.client().get("/metrics", "Authorization", bearer).body())
                    .contains("\ndflockd_connections " + (connections + sessions) + ".0\n")
                    .contains("\ndflockd_http_sessions " + sessions + ".0\n")
                    .contains(ofThisNode(connections));
        });
    }
}
