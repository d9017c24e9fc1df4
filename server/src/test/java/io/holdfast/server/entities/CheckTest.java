package io.holdfast.server.entities;

import static io.holdfast.server.entities.EntityClient.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the check endpoint for reverse proxies. */
final class CheckTest {

    private static final String CHECK = "/api/v1/lock-check";

    private final TestServer server = TestServer.ephemeral();
    private final EntityClient alice = EntityClient.of(server, "alice-7e1f");

    @BeforeEach
    void entities() {
        EntityClient.example(server);
        alice.lock("components/c", 10, "data");
    }

    @AfterEach
    void close() {
        server.close();
    }

    private Reply check(String query, String method, String path, String client) {
        return server.client()
                .get(
                        CHECK + query,
                        "X-Client-Id",
                        client,
                        "X-Original-Method",
                        method,
                        "X-Original-URI",
                        path);
    }

    private int status(String method, String path) {
        return check("", method, path, "bob").status();
    }

    @Test
    void denialIs409Or403() {
        Reply conflict = check("", "PUT", "/api/v1/apps/a/data/x", "bob");
        refused(conflict, 409, "lock-broken");
        Reply forbidden = check("?deny=403", "PUT", "/api/v1/apps/a/data/x", "bob");
        refused(forbidden, 403, "lock-broken");
        assertThat(forbidden.body()).isEqualTo(conflict.body());
        assertThat(conflict.body()).isEqualTo(bob().write("apps/a", "1").body());
    }

    @Test
    void clientCannotRequestAStaleDecision() {
        String path = "/api/v1/apps/a/data/x";
        String[] headers = {"X-Original-Method", "PUT", "X-Original-URI", path};
        Reply plain = server.client().get(CHECK, headers);
        String[] stale = java.util.Arrays.copyOf(headers, headers.length + 2);
        stale[headers.length] = "Holdfast-Read";
        stale[headers.length + 1] = "stale";
        Reply asked = server.client().get(CHECK, stale);
        assertThat(asked.body()).isEqualTo(plain.body());
        assertThat(asked.header("Holdfast-Read")).isEmpty();
    }

    private EntityClient bob() {
        return EntityClient.of(server, "bob");
    }

    @Test
    void holderGetsLockIdAndFence() {
        Reply reply = check("", "PUT", "/api/v1/apps/a/data/x", alice.id());
        assertThat(reply.status()).isEqualTo(204);
        assertThat(reply.header("X-Lock-Id")).contains("lock_1");
        assertThat(reply.header("X-Fence"))
                .contains(alice.locks("components/c").get(0).path("x-fence").toString());
        assertThat(check("", "PUT", "/api/v1/apps/free/data/x", alice.id()).header("X-Fence"))
                .isEmpty();
    }

    @Test
    void requestThatWritesNoCollectionIsAllowed() {
        assertThat(status("GET", "/api/v1/apps/a/data/x")).isEqualTo(204);
        assertThat(status("HEAD", "/api/v1/apps/a/data/x")).isEqualTo(204);
        assertThat(status("PUT", "/api/v1/apps/a/triggers/x")).isEqualTo(204);
        assertThat(status("POST", "/api/v1/apps/a/locks")).isEqualTo(204);
        assertThat(status("PUT", "/api/v1/apps/unknown/data/x")).isEqualTo(204);
        assertThat(status("PUT", "/api/v1/areas/front/data/x")).isEqualTo(204);
        assertThat(status("POST", "/somewhere/else")).isEqualTo(204);
        assertThat(status("POST", "/api/v1/apps/a/faults")).isEqualTo(204);
        assertThat(status("PUT", "/api/v1/apps/a/logs/configuration")).isEqualTo(204);
    }

    @Test
    void queriesEncodingAndSlashesDoNotHideAWrite() {
        for (String path : List.of(
                "/api/v1/apps/a/data/x?y=z",
                "/api/v1/apps/a/data/x/y/z",
                "/api/v1/apps/a/data/",
                "/api/v1/apps/%61/data/x",
                "/api/v1/%61pps/a/d%61ta/x",
                "/api/v1/apps/a/data/x%2Fy")) {
            assertThat(status("PUT", path)).as(path).isEqualTo(409);
        }
        assertThat(status("MOVE", "/api/v1/apps/a/data/x")).isEqualTo(409);
    }

    @Test
    void ambiguousPathIsDenied() {
        for (String path : List.of(
                "/api/v1/apps/free/../a/data/x",
                "/api/v1/apps/free/%2e%2e/a/data/x",
                "/api/v1//apps/a/data/x",
                "/api/v1/./apps/a/data/x",
                "/api/v1/apps%2Fa/data/x",
                "/api/v1/apps/a%2Fdata/x",
                "/api/v1/apps/%zz/data/x",
                "/api/v1/apps/a;v=1/data/x",
                "/api/v1/apps/a/data;v=1/x",
                "/api;v=1/v1/apps/a/data/x",
                "/api/v1/apps/a%3Bv=1/data/x",
                "/api/v1/apps/a%00/data/x",
                "api/v1/apps/a/data/x")) {
            refused(check("", "PUT", path, "bob"), 409, "invalid-request");
            assertThat(status("GET", path)).as(path).isEqualTo(204);
            assertThat(check("?deny=403", "PUT", path, "bob").status()).as(path).isEqualTo(403);
        }
    }

    @Test
    void semicolonOutsideTheEntityPathIsAllowed() {
        assertThat(status("POST", "/login;jsessionid=7")).isEqualTo(204);
        assertThat(status("PUT", "/api/v1/apps/free/data/x;v=1")).isEqualTo(204);
    }

    @Test
    void contradictoryRequestHeadersAreDenied() {
        String[] both = {
            "X-Original-Method", "GET", "X-Original-URI", "/",
            "X-Forwarded-Method", "PUT", "X-Forwarded-Uri", "/api/v1/apps/a/data/x"
        };
        refused(server.client().get(CHECK, both), 409, "invalid-request");
        String[] repeated = {
            "X-Original-Method",
            "GET",
            "X-Original-Method",
            "PUT",
            "X-Original-URI",
            "/api/v1/apps/a/data/x"
        };
        refused(server.client().get(CHECK, repeated), 409, "invalid-request");
        String[] same = {
            "X-Original-Method", "PUT", "X-Original-URI", "/x",
            "X-Forwarded-Method", "PUT", "X-Forwarded-Uri", "/x"
        };
        assertThat(server.client().get(CHECK, same).status()).isEqualTo(204);
    }

    @Test
    void rootPathIsChecked() {
        assertThat(server.client().get(CHECK + "/").status()).isEqualTo(204);
        assertThat(server.client().ask("PUT", CHECK + "/", "").status()).isEqualTo(204);
    }

    @Test
    void requestIsReadFromThreeSources() {
        Reply forwarded = server.client()
                .get(
                        CHECK,
                        "X-Forwarded-Method",
                        "DELETE",
                        "X-Forwarded-Uri",
                        "/api/v1/components/c/data/x");
        refused(forwarded, 409, "lock-broken");
        for (String method : List.of("PUT", "POST", "DELETE", "PATCH")) {
            Reply below = server.client()
                    .ask(method, CHECK + "/api/v1/apps/a/data/x", "", "X-Client-Id", "bob");
            refused(below, 409, "lock-broken");
        }
        assertThat(server.client().get(CHECK + "/api/v1/apps/a/data/x").status())
                .isEqualTo(204);
        refused(server.client().get(CHECK), 400, "invalid-request");
        // A request without a method is treated as a write.
        refused(
                server.client().get(CHECK, "X-Original-URI", "/api/v1/apps/a/data/x"),
                409,
                "lock-broken");
    }

    @Test
    void requiredLockIsEnforced() {
        EntityClient.register(
                server, "apps", "{'id':'strict','lock':{'required_scopes':['operations']}}");
        String path = "/api/v1/apps/strict/operations/o/executions";
        refused(check("", "POST", path, "bob"), 409, "invalid-request");
        bob().lock("apps/strict", 10);
        assertThat(check("", "POST", path, "bob").status()).isEqualTo(204);
    }
}
