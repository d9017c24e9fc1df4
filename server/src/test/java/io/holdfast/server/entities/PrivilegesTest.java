package io.holdfast.server.entities;

import static io.holdfast.server.entities.EntityClient.refused;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.Settings;
import io.holdfast.log.MemoryLog;
import io.holdfast.log.engine.Engine;
import io.holdfast.log.engine.EngineOptions;
import io.holdfast.server.Client;
import io.holdfast.server.FakeClock;
import io.holdfast.server.Reply;
import io.holdfast.server.auth.Authenticators;
import io.holdfast.server.auth.Decision;
import io.holdfast.server.auth.PresentedCredentials;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.EdgePolicy;
import io.holdfast.server.http.HttpListener;
import io.holdfast.server.http.ListenerOptions;
import io.holdfast.server.http.RequestMeter;
import io.holdfast.server.http.RouteTable;
import io.holdfast.server.net.ConnectionCapacity;
import io.holdfast.server.net.EventLoops;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what roles allow. A test header carries the roles. */
final class PrivilegesTest {

    private final Vertx vertx = EventLoops.start(1);
    private Engine engine;
    private HttpListener listener;
    private Client client;

    @BeforeEach
    void start() throws IOException {
        engine = Engine.start(
                new MemoryLog(),
                new FakeClock(),
                new EngineOptions("node-1", Settings.DEFAULT, true, true));
        listener = new HttpListener(
                vertx,
                ListenerOptions.on("127.0.0.1", 0),
                ConnectionCapacity.ofProcess(),
                new EdgePolicy(
                        new Authenticators(List.of(PrivilegesTest::byHeader)),
                        List.of(),
                        0,
                        0,
                        List.of()),
                RouteTable.of(
                        EntitiesDialect.routes(new Requests(engine)), EntitiesDialect.DIALECT),
                RequestMeter.NONE);
        listener.start();
        client = new Client(listener.port());
    }

    @AfterEach
    void stop() {
        client.close();
        listener.close();
        engine.close();
        vertx.close().await();
    }

    private static Decision byHeader(PresentedCredentials presented) {
        Role role = Role.of(String.valueOf(presented.header("X-Role")));
        return new Decision.Admitted(
                new Principal("somebody", true, null, "default", Set.of(requireNonNull(role))));
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
    void onlyAdminMayRegisterAndRemoveEntities() {
        refused(ask("POST", "apps", "{'id':'a'}", "lock-breaker"), 403, "forbidden");
        assertThat(ask("POST", "apps", "{'id':'a'}", "admin").status()).isEqualTo(201);
        refused(ask("DELETE", "apps/a", "", "user"), 403, "forbidden");
        assertThat(ask("DELETE", "apps/a", "", "admin").status()).isEqualTo(204);
    }

    @Test
    void onlyLockBreakerMayBreakALock() {
        ask("POST", "apps", "{'id':'a'}", "admin");
        String body = "{'lock_expiration':10,'break_lock':true}";
        assertThat(ask("POST", "apps/a/locks", "{'lock_expiration':10}", "user").status())
                .isEqualTo(201);
        refused(ask("POST", "apps/a/locks", body, "user"), 403, "forbidden");
        assertThat(ask("POST", "apps/a/locks", body, "lock-breaker").text("id"))
                .isEqualTo("lock_2");
        // The entity is checked before the role.
        refused(ask("POST", "apps/none/locks", body, "user"), 404, "entity-not-found");
    }
}
