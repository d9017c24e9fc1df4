package io.holdfast.server.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.TestServer;
import java.time.Duration;
import org.awaitility.Awaitility;

/** What an operator sees of connections. */
final class Gauges {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Gauges() {}

    /** Where there are several nodes each counts those that it has. */
    private static String ofThisNode(int connections) {
        return TestServer.ofSeveralNodes()
                ? "\nholdfast_line_connections "
                : "\nholdfast_line_connections " + connections + ".0\n";
    }

    /** Waits until statistics and metrics count so many connections and no session beside them. */
    static void await(TestServer server, int connections) {
        await(server, "", connections, 0);
    }

    /** Waits until they count so many connections of the line protocol and so many sessions. */
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
