package io.holdfast.server.entities;

import static io.holdfast.server.entities.EntityClient.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.Settings;
import io.holdfast.log.MemoryLog;
import io.holdfast.log.node.Node;
import io.holdfast.log.node.NodeOptions;
import io.holdfast.server.Client;
import io.holdfast.server.FakeClock;
import io.holdfast.server.Reply;
import io.holdfast.server.http.EdgePolicy;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.HttpListener;
import io.holdfast.server.http.ListenerOptions;
import io.holdfast.server.http.RequestMeter;
import io.holdfast.server.http.RouteTable;
import io.holdfast.server.net.EventLoops;
import io.holdfast.server.net.Room;
import io.vertx.core.Vertx;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What roles will allow, once something says who has which: here a header does. */
final class PrivilegesTest {

    private final Vertx vertx = EventLoops.start(1);
    private Node node;
    private HttpListener listener;
    private Client client;

    @BeforeEach
    void start() throws IOException {
        node = Node.start(
                new MemoryLog(),
                new FakeClock(),
                new NodeOptions("node-1", Settings.DEFAULT, true, true));
        listener = new HttpListener(
                vertx,
                ListenerOptions.on("127.0.0.1", 0),
                Room.ofProcess(),
                EdgePolicy.LOCAL,
                RouteTable.of(
                        EntitiesDialect.routes(node, PrivilegesTest::privileges),
                        EntitiesDialect.DIALECT),
                RequestMeter.NONE);
        listener.start();
        client = new Client(listener.port());
    }

    @AfterEach
    void stop() {
        client.close();
        listener.close();
        node.close();
        vertx.close().await();
    }

    private static Privileges privileges(Exchange exchange) {
        String role = exchange.header("X-Role");
        return new Privileges("breaker".equals(role), "admin".equals(role));
    }

    private Reply ask(String method, String path, String body, String role) {
        return client.ask(
                method,
                EntityClient.BASE + path,
                EntityClient.quoted(body),
                "X-Role",
                role,
                "X-Client-Id",
                "someone");
    }

    @Test
    void onlyAnAdminSaysWhichEntitiesThereAre() {
        refused(ask("POST", "apps", "{'id':'a'}", "breaker"), 403, "forbidden");
        assertThat(ask("POST", "apps", "{'id':'a'}", "admin").status()).isEqualTo(201);
        refused(ask("DELETE", "apps/a", "", "viewer"), 403, "forbidden");
        assertThat(ask("DELETE", "apps/a", "", "admin").status()).isEqualTo(204);
    }

    @Test
    void onlyWhoeverHasTheRightBreaksALock() {
        ask("POST", "apps", "{'id':'a'}", "admin");
        String body = "{'lock_expiration':10,'break_lock':true}";
        assertThat(ask("POST", "apps/a/locks", "{'lock_expiration':10}", "viewer")
                        .status())
                .isEqualTo(201);
        refused(ask("POST", "apps/a/locks", body, "viewer"), 403, "forbidden");
        assertThat(ask("POST", "apps/a/locks", body, "breaker").text("id")).isEqualTo("lock_2");
        // The entity is looked at first.
        refused(ask("POST", "apps/none/locks", body, "viewer"), 404, "entity-not-found");
    }
}
