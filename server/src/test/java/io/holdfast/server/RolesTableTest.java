package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.auth.Role;
import io.holdfast.server.http.Route;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tries every route, and requests whose role depends on the body, with every role and without a
 * token. Compares the observed results with the table on the security page; {@code -Drewrite}
 * writes it.
 */
final class RolesTableTest {

    private static final Path PAGE =
            Path.of(System.getProperty("holdfast.root", ".."), "docs", "security.md");
    private static final String BEGIN = "<!-- roles: written by RolesTableTest -->";
    private static final String END = "<!-- end of roles -->";
    private static final String POOL = "4f1c0a52-7a64-4b7d-9d0e-0c9a1f6f2b11";

    @TempDir
    Path directory;

    /**
     * One row of the table.
     *
     * @param path the requested path
     * @param what the name in the table
     * @param role the required role; null for all clients
     */
    private record Ask(
            String method,
            String path,
            String body,
            String what,
            @Nullable Role role) {

        static Ask of(Route route) {
            String path = route.template()
                    .replace("{entities}", "apps")
                    .replace("{entity}", "none")
                    .replace("{lock}", "lock_1")
                    .replace("{collection}", "data")
                    .replace("{path}", "x")
                    .replace("{verb}", "polish")
                    .replace("{key}", "k")
                    .replace("{api}", "locks")
                    .replace("{fence}", "1")
                    .replace("{node}", "n2")
                    .replace("{number}", "1")
                    .replace("{owner}", "ann")
                    // A stream that is refused after its authorization, because it has no end.
                    .replace("/v1/events", "/v1/events?kind=none")
                    .replace("{id}", id(route.template()));
            boolean body = !route.method().equals("GET") && !route.method().equals("OPTIONS");
            return new Ask(
                    route.method(),
                    path,
                    body ? "{}" : "",
                    "`" + route.method() + " " + route.template() + "`",
                    route.role());
        }

        private static String id(String template) {
            if (template.startsWith("/l/")) {
                return POOL;
            }
            return template.startsWith("/v1/nodes") ? "task-none" : "999";
        }
    }

    private record Answers(Reply without, Map<Role, Reply> by) {}

    private Answers ask(TestServer server, Map<Role, String> tokens, Ask ask) {
        CompletableFuture<Reply> without =
                server.client().start(ask.method(), ask.path(), ask.body(), "X-Client-Id", "table");
        Map<Role, Reply> by = new EnumMap<>(Role.class);
        tokens.forEach((role, token) -> by.put(
                role,
                server.client()
                        .ask(
                                ask.method(),
                                ask.path(),
                                ask.body(),
                                "X-Client-Id",
                                "table",
                                "Authorization",
                                "Bearer " + token)));
        return new Answers(Client.await(without), by);
    }

    private static void check(Ask ask, Answers answers) {
        if (ask.role() == null) {
            assertThat(answers.without().status()).as(ask.what()).isNotIn(401, 403);
        } else {
            assertThat(answers.without().status()).as(ask.what()).isEqualTo(401);
        }
        answers.by().forEach((role, reply) -> {
            String what = role + " " + ask.what() + ": " + reply;
            if (ask.role() == null || role.compareTo(ask.role()) >= 0) {
                assertThat(reply.status()).as(what).isNotIn(401, 403, 500);
            } else {
                assertThat(reply.status()).as(what).isEqualTo(403);
                assertThat(reply.body()).as(what).contains("the role");
            }
        });
    }

    /** Requests that are authorized by more than the route. */
    private static List<Ask> special(Client client, String owner, String admin) {
        String[] asOwner = {"Authorization", "Bearer " + owner, "X-Client-Id", "owner"};
        String[] asAdmin = {"Authorization", "Bearer " + admin};
        client.post("/api/v1/apps", "{\"id\":\"a\"}", asAdmin);
        client.post("/api/v1/apps/a/locks", "{\"lock_expiration\":600}", asOwner);
        client.post("/v1/claims/", "{\"resource\":\"r\",\"ttl\":600}", asOwner);
        return List.of(
                new Ask(
                        "POST",
                        "/api/v1/apps/a/locks",
                        "{\"lock_expiration\":600,\"break_lock\":true}",
                        "with `break_lock`: `POST /api/v1/{entities}/{entity}/locks`",
                        Role.LOCK_BREAKER),
                new Ask(
                        "UNLOCK",
                        "/v1/terraform/k",
                        "",
                        "without a body: `UNLOCK /v1/terraform/{key}`",
                        Role.LOCK_BREAKER),
                new Ask(
                        "PATCH",
                        "/v1/claims/1/",
                        "{\"ttl\":600}",
                        "on a claim of another client: `PATCH /v1/claims/{id}/`",
                        Role.ADMIN),
                new Ask(
                        "PATCH",
                        "/v1/claims/1/",
                        "{\"status\":\"revoked\"}",
                        "to `revoked`: `PATCH /v1/claims/{id}/`",
                        Role.ADMIN));
    }

    @Test
    @OneNode("it asks for everything, also for the removal of nodes")
    void everyRouteRequiresItsRole() throws IOException {
        Tokens file = new Tokens(directory);
        Map<Role, String> tokens = new EnumMap<>(Role.class);
        for (Role role : Role.values()) {
            tokens.put(role, file.of(role.text(), role));
        }
        String owner = file.of("owner", Role.USER);
        List<String> lines = new ArrayList<>();
        lines.add("| what | without a token | reader | user | lock-breaker | admin"
                + " | operator |");
        lines.add("| --- | --- | --- | --- | --- | --- | --- |");
        try (TestServer server =
                TestServer.ephemeral("--tokens-file", file.path(), "--auth-failures-per-ip", "0")) {
            List<Ask> asks = new ArrayList<>();
            server.server().routes().forEach(route -> asks.add(Ask.of(route)));
            assertThat(asks).hasSizeGreaterThan(80);
            String admin = tokens.getOrDefault(Role.ADMIN, "");
            asks.addAll(special(server.client(), owner, admin));
            for (Ask ask : asks) {
                Answers answers = ask(server, tokens, ask);
                check(ask, answers);
                lines.add(line(ask, answers));
            }
        }
        compare(lines);
    }

    /** Returns the row as observed, not as declared. */
    private static String line(Ask ask, Answers answers) {
        StringBuilder line = new StringBuilder("| ").append(ask.what()).append(" |");
        line.append(answers.without().status() == 401 ? " 401 |" : " yes |");
        answers.by()
                .values()
                .forEach(reply -> line.append(reply.status() == 403 ? " 403 |" : " yes |"));
        return line.toString();
    }

    private static void compare(List<String> lines) throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END);
        assertThat(from).as("the page has the marks of the table").isLessThan(to);
        String table = "\n\n" + String.join("\n", lines) + "\n\n";
        if (System.getProperty("rewrite") != null) {
            Files.writeString(PAGE, page.substring(0, from) + table + page.substring(to));
        } else {
            assertThat(page.substring(from, to))
                    .as("-Drewrite writes the table")
                    .isEqualTo(table);
        }
    }
}
