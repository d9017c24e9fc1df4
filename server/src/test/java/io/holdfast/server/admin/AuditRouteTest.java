package io.holdfast.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.OneNode;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import io.holdfast.server.Tokens;
import io.holdfast.server.auth.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests the list of audit records. */
@OneNode("each member has the records of its own clients")
final class AuditRouteTest {

    @TempDir
    private Path directory;

    private TestServer server;
    private String root;
    private String blue;
    private String breaker;

    @BeforeEach
    void start() {
        Tokens tokens = new Tokens(directory);
        root = tokens.of("root", Role.OPERATOR);
        blue = tokens.make("ann", null, "blue", Role.ADMIN);
        breaker = tokens.of("lou", Role.LOCK_BREAKER);
        server = TestServer.ephemeral(
                "--tokens-file",
                tokens.path(),
                "--audit-log",
                directory.resolve("audit.log").toString(),
                "--audit-level",
                "all");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Reply get(String token, String query) {
        return server.client().get("/v1/admin/audit" + query, "Authorization", "Bearer " + token);
    }

    private List<JsonNode> records(String token, String query) {
        List<JsonNode> records = new ArrayList<>();
        get(token, query).json().path("records").forEach(records::add);
        return records;
    }

    private void claim(String token, int from, int to) {
        for (int i = from; i <= to; i++) {
            Reply reply = server.client()
                    .post(
                            "/v1/claims/",
                            "{\"resource\":\"r" + i + "\",\"ttl\":600,\"user_data\":{}}",
                            "Authorization",
                            "Bearer " + token);
            assertThat(reply.status()).as(reply.toString()).isLessThan(300);
        }
    }

    private void await(String token, String query, int count) {
        Awaitility.await().untilAsserted(() -> assertThat(records(token, query)).hasSize(count));
    }

    @Test
    void newestRecordIsFirstAndPagesFollow() {
        claim(root, 1, 5);
        await(root, "?verb=create", 5);
        JsonNode first = get(root, "?verb=create&limit=2").json();
        assertThat(first.path("member").asString()).isEqualTo("memory");
        assertThat(resources(first)).containsExactly("r5", "r4");
        JsonNode second = get(
                        root, "?verb=create&limit=2&after=" + first.path("next").asString())
                .json();
        assertThat(resources(second)).containsExactly("r3", "r2");
        JsonNode third = get(
                        root,
                        "?verb=create&limit=2&after=" + second.path("next").asString())
                .json();
        assertThat(resources(third)).containsExactly("r1");
        assertThat(third.has("next")).isFalse();
    }

    private static List<String> resources(JsonNode page) {
        List<String> resources = new ArrayList<>();
        page.path("records").forEach(row -> resources.add(row.path("resource").asString()));
        return resources;
    }

    @Test
    void adminSeesItsOwnTenantAndOperatorAlsoTheServer() {
        server.client().get("/v1/stats", "Authorization", "Bearer wrong");
        claim(root, 1, 1);
        claim(blue, 2, 2);
        await(blue, "?verb=create", 1);
        await(root, "?verb=authenticate", 1);
        assertThat(records(blue, ""))
                .allSatisfy(row -> assertThat(row.path("tenant").asString()).isEqualTo("blue"));
        assertThat(records(root, ""))
                .noneSatisfy(row -> assertThat(row.path("tenant").asString()).isEqualTo("blue"));
        assertThat(records(blue, "?principal=root")).isEmpty();
        assertThat(records(blue, "?prefix=r2")).hasSize(1);
        assertThat(records(blue, "?prefix=r1")).isEmpty();
    }

    @Test
    void onlyTheNewestRecordsAreKept() {
        claim(root, 1, 1_010);
        await(root, "?prefix=r1010", 1);
        assertThat(records(root, "?verb=create&prefix=r1&limit=200"))
                .noneSatisfy(row -> assertThat(row.path("resource").asString()).isEqualTo("r1"));
    }

    @Test
    void otherRolesAndInvalidQueriesAreRefused() {
        assertThat(get(breaker, "").status()).isEqualTo(403);
        for (String query : List.of("?limit=0", "?limit=201", "?limit=x", "?after=x")) {
            assertThat(get(root, query).status()).as(query).isEqualTo(400);
        }
    }
}
