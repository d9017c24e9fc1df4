package io.holdfast.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.server.auth.TokenAdministration.Made;
import io.holdfast.server.auth.TokenAdministration.Wanted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the tokens file: contents, permissions and rejected records. */
final class TokenFileTest {

    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

    @TempDir
    Path directory;

    private Path path;
    private TokenAdministration desk;

    @BeforeEach
    void open() {
        path = directory.resolve("tokens");
        desk = new TokenAdministration(new TokenFile(path));
    }

    private Made make(String name) throws IOException {
        return desk.create(new Wanted(name, null, "default", Set.of(Role.USER), NOW, null));
    }

    @Test
    void tokensAreReadBackAndOnlyDigestsAreStored() throws IOException {
        Made alice = make("alice");
        Made agent = desk.create(new Wanted(
                "ci", "alice", "acme", Set.of(Role.READER, Role.ADMIN), NOW, NOW.plusSeconds(60)));

        assertThat(desk.list()).containsExactly(alice.record(), agent.record());
        assertThat(Files.readString(path))
                .doesNotContain(alice.token().secret(), agent.token().secret())
                .contains("\"owner\":\"alice\"", "\"roles\":[\"reader\",\"admin\"]");
        assertThat(alice.token().text()).matches("hf_pat_[0-9a-f]{12}_[A-Za-z0-9_-]{32}");
        assertThat(agent.token().text()).matches("hf_agt_[0-9a-f]{12}_[A-Za-z0-9_-]{32}");
        assertThat(alice.token().toString()).doesNotContain(alice.token().secret());
        assertThat(alice.toString()).doesNotContain(alice.token().secret());
        // A tenant's admin is not an operator of the whole server.
        Set<Role> roles = EnumSet.complementOf(EnumSet.of(Role.OPERATOR));
        assertThat(agent.record().principal())
                .isEqualTo(new Principal("alice", true, "ci", "acme", roles));
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void fileReadableByOthersIsRejected() throws IOException {
        make("alice");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
        for (String permissions : List.of("rw----r--", "rw-rw----", "rw-----w-")) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
            assertThatThrownBy(desk::list).hasMessageContaining("chmod 600");
        }
    }

    @Test
    void revokeRemovesOnlyTheNamedTokens() throws IOException {
        Made alice = make("alice");
        Made bob = make("bob");
        Made agent = desk.create(new Wanted("ci", "bob", "default", Set.of(Role.USER), NOW, null));
        assertThat(desk.revoke(Set.of(alice.token().text()))).containsExactly(alice.record());
        assertThat(desk.list()).containsExactly(bob.record(), agent.record());
        assertThat(desk.revoke(Set.of("000000000000"))).isEmpty();
        assertThat(desk.revokeAllOf("bob", "acme")).isEmpty();
        assertThat(desk.revokeAllOf("bob", "default"))
                .containsExactly(bob.record(), agent.record());
        assertThat(desk.list()).isEmpty();
    }

    @Test
    void concurrentWritersLoseNoToken() throws Exception {
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            "io.holdfast.server.Main",
                            "token",
                            "create",
                            "--tokens-file",
                            path.toString(),
                            "--name",
                            "writer-" + i)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("out-" + i).toFile())
                    .start();
            writers.add(process.onExit()
                    .thenAccept(over -> assertThat(over.exitValue()).isZero()));
        }
        CompletableFuture.allOf(writers.toArray(CompletableFuture[]::new)).get();
        assertThat(desk.list()).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "[]",
                "{}",
                "{\"id\":\"1\"}",
                "{} {}",
                "{\"id\":1}",
                "{\"surprise\":\"\"}",
                "{\"roles\":\"user\"}",
                "{\"roles\":[\"king\"]}"
            })
    void invalidLineIsReportedByNumberWithoutItsText(String line) throws IOException {
        make("alice");
        Files.writeString(path, Files.readString(path) + "\n" + line + "\n");
        assertThatThrownBy(desk::list)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line 3")
                .hasMessageNotContaining("king");
        assertThatThrownBy(() -> make("bob")).isInstanceOf(IOException.class);
    }

    @Test
    void recordWithInvalidFieldsIsRejected() throws IOException {
        make("alice");
        String good = Files.readString(path);
        for (String[] change : new String[][] {
            {"\"person\"", "\"agent\""},
            {"\"name\":\"alice\"", "\"name\":\"al ice\""},
            {"\"tenant\":\"default\"", "\"tenant\":\"de fault\""},
            {"[\"user\"]", "[]"},
            {"2026-11-15T12:00:00Z", "yesterday"},
            {"\"sha256\":\"", "\"sha256\":\"x"}
        }) {
            String bad = good.replace(change[0], change[1]);
            assertThat(bad).isNotEqualTo(good);
            Files.writeString(path, bad);
            assertThatThrownBy(desk::list).isInstanceOf(IOException.class);
        }
        Files.writeString(path, good + good);
        assertThatThrownBy(desk::list).hasMessageContaining("duplicate id");
    }
}
