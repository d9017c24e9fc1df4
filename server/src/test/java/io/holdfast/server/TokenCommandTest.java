package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code holdfast token} as a shell sees it. */
final class TokenCommandTest {

    private static final long NOW = Instant.parse("2026-11-15T12:00:00Z").toEpochMilli();

    @TempDir
    Path directory;

    private record Ran(int code, String out, String err) {}

    private Ran run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String file = directory.resolve("tokens").toString();
        int code = new TokenCommand(
                        Map.of("HOLDFAST_TOKENS_FILE", file),
                        () -> NOW,
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(List.of(arguments));
        return new Ran(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void tokenIsPrintedToStandardOutputAndItsDetailsToStandardError() {
        Ran made = run("create", "--name", "alice");
        assertThat(made.code()).isZero();
        assertThat(made.out()).matches("hf_pat_[0-9a-f]{12}_[A-Za-z0-9_-]{32}\n");
        assertThat(made.err())
                .isEqualTo("A token for alice, user in tenant default,"
                        + " expires 2027-02-13T12:00:00Z. It is shown only once:\n");
    }

    @Test
    void allTokenOptionsAreApplied() {
        Ran made = run(
                "create",
                "--name",
                "ci",
                "--agent-of",
                "alice",
                "--role",
                "reader, lock-breaker",
                "--tenant",
                "acme",
                "--expires",
                "never",
                "--json");
        JsonNode json = Reply.parse(made.out());
        assertThat(json.path("token").asString()).startsWith("hf_agt_");
        assertThat(json.path("kind").asString()).isEqualTo("agent");
        assertThat(json.path("owner").asString()).isEqualTo("alice");
        assertThat(json.path("tenant").asString()).isEqualTo("acme");
        assertThat(json.path("roles").toString()).isEqualTo("[\"reader\",\"lock-breaker\"]");
        assertThat(json.has("expires")).isFalse();
        assertThat(json.has("sha256")).isFalse();
        assertThat(made.err()).isEmpty();

        Ran listed = run("list", "--json");
        assertThat(Reply.parse(listed.out()).path(0).path("id")).isEqualTo(json.path("id"));
        assertThat(listed.out()).doesNotContain("sha256", "token");
    }

    @Test
    void listOmitsSecretsAndRevokedTokens() {
        String alice =
                run("create", "--name", "alice", "--expires", "12h").out().strip();
        String ci = run("create", "--name", "ci", "--agent-of", "alice").out().strip();
        String id = alice.substring(7, 19);
        assertThat(run("list").out().lines())
                .containsExactly(
                        "ID            WHO           TENANT   ROLES  CREATED               EXPIRES",
                        id + "  alice         default  user   2026-11-15T12:00:00Z"
                                + "  2026-11-16T00:00:00Z",
                        ci.substring(7, 19) + "  ci for alice  default  user   2026-11-15T12:00:00Z"
                                + "  2027-02-13T12:00:00Z");

        assertThat(run("revoke", id)).isEqualTo(new Ran(0, "revoked " + id + ", of alice\n", ""));
        assertThat(run("revoke", id)).isEqualTo(new Ran(1, "", "There is no token " + id + ".\n"));
        // An incomplete token is not printed, because it may contain a secret.
        assertThat(run("revoke", "hf_pat_123_secret"))
                .isEqualTo(new Ran(1, "", "That is not a token id.\n"));
        assertThat(run("revoke", "--all-of", "alice").out()).contains("of ci for alice");
        assertThat(run("revoke", "--all-of", "alice").code()).isEqualTo(1);
        assertThat(run("list").out().lines()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create",
                "create --name",
                "create --name al\\ice",
                "create --name alice --role king",
                "create --name alice --expires yesterday",
                "create --name alice --expires 2020-01-01T00:00:00Z",
                "create --name alice --tenant -a",
                "create --name alice --nmae bob",
                "revoke",
                "revoke --all-of alice 0123456789ab",
                "revoke --tenant acme 0123456789ab",
                "list more",
                "dance",
                ""
            })
    void invalidCommandIsAUsageErrorAndChangesNothing(String line) {
        Ran ran = run(line.isEmpty() ? new String[0] : line.split(" "));
        assertThat(ran.code()).isEqualTo(64);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("holdfast token");
        assertThat(directory.resolve("tokens")).doesNotExist();
    }

    @Test
    void unusableFileIsNamed() throws Exception {
        Files.writeString(directory.resolve("tokens"), "nonsense");
        directory.resolve("tokens").toFile().setReadable(false, false);
        directory.resolve("tokens").toFile().setReadable(true, true);
        Ran ran = run("list");
        assertThat(ran.code()).isEqualTo(78);
        assertThat(ran.err()).contains(directory.resolve("tokens").toString());
    }

    @Test
    void missingFileIsAnErrorNotAnEmptyList() {
        Ran ran = run("list");
        assertThat(ran.code()).isEqualTo(66);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("There is no file").contains("tokens");
    }

    @Test
    void personsOfDifferentTenantsAreDistinct() {
        run("create", "--name", "alice");
        run("create", "--name", "alice", "--tenant", "acme");
        run("create", "--name", "ci", "--agent-of", "alice", "--tenant", "acme");
        assertThat(run("revoke", "--all-of", "alice").out()).hasLineCount(1);
        assertThat(run("list").out()).contains("ci for alice").hasLineCount(3);
        Ran none = run("revoke", "--all-of", "alice");
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.err()).contains("in tenant default");
        assertThat(run("revoke", "--all-of", "alice", "--tenant", "acme").code())
                .isZero();
        assertThat(run("list").out()).hasLineCount(1);
        assertThat(run("revoke", "--help").out()).contains("--tenant");
    }

    @Test
    void helpGoesToStandardOutput() {
        assertThat(run("--help").out()).contains("holdfast token revoke");
        assertThat(run("create", "--help").out()).contains("--agent-of");
        assertThat(run("create", "--help").code()).isZero();
    }
}
