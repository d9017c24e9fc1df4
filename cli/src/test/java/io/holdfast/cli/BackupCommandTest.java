package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup is written completely or not at all. */
final class BackupCommandTest {

    @TempDir
    private Path directory;

    private FakeServer server;
    private Path file;

    @BeforeEach
    void start() throws IOException {
        server = new FakeServer();
        file = directory.resolve("state.backup");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Typed backup(String... flags) {
        String[] words = Arrays.copyOf(
                new String[] {"backup", "--server", server.url()}, 3 + flags.length + 1);
        System.arraycopy(flags, 0, words, 3, flags.length);
        words[words.length - 1] = file.toString();
        return Typed.of(Map.of(), words);
    }

    /** Returns bytes with the magic number and digest of a backup. */
    private static byte[] whole(int length) throws Exception {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 7);
        ByteBuffer.wrap(bytes).put("HFBACKUP".getBytes(StandardCharsets.US_ASCII));
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
        return ByteBuffer.allocate(length + digest.length)
                .put(bytes)
                .put(digest)
                .array();
    }

    private void assertNothingIsLeft() {
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void completeBackupIsReadableOnlyByItsOwner() throws Exception {
        for (int length : new int[] {40, 1 << 16, 1_000_003}) {
            byte[] bytes = whole(length);
            server.answers(200, bytes);
            Typed typed = backup("--force");
            assertThat(typed.err()).isEmpty();
            assertThat(typed.code()).isZero();
            assertThat(typed.out()).contains(bytes.length + " bytes").contains("4711");
            assertThat(file).hasBinaryContent(bytes);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            assertThat(directory).isDirectoryNotContaining("glob:**.partial");
        }
        assertThat(server.asked()).contains("GET /v1/backup");
    }

    @Test
    void truncatedBackupIsDeleted() throws Exception {
        byte[] bytes = whole(500_000);
        server.breaksOffAfter(Arrays.copyOf(bytes, 300_000));
        Typed typed = backup();
        assertThat(typed.code()).isEqualTo(69);
        assertThat(typed.err()).contains("ended early");
        assertNothingIsLeft();
    }

    @Test
    void stalledBackupTimesOut() throws Exception {
        server.stallsAfter(Arrays.copyOf(whole(500_000), 300_000));
        Typed typed = backup("--timeout", "1");
        assertThat(typed.code()).isEqualTo(69);
        assertThat(typed.err()).contains("ended early");
        assertNothingIsLeft();
    }

    @Test
    void damagedBackupIsDeleted() throws Exception {
        byte[] bytes = whole(100_000);
        server.answers(200, Arrays.copyOf(bytes, bytes.length - 1));
        assertThat(backup().code()).isEqualTo(69);
        assertNothingIsLeft();

        bytes[50_000] ^= 1;
        server.answers(200, bytes);
        assertThat(backup().err()).contains("digest");
        assertNothingIsLeft();
    }

    @Test
    void responseThatIsNotABackupIsDeleted() {
        server.answers(200, "<html>" + "a proxy's page ".repeat(100));
        Typed typed = backup();
        assertThat(typed.code()).isEqualTo(65);
        assertThat(typed.err()).contains("not a backup");
        assertNothingIsLeft();
    }

    @Test
    void existingFileIsReplacedOnlyWithForce() throws Exception {
        Files.writeString(file, "older");
        server.answers(200, whole(40));
        Typed typed = backup();
        assertThat(typed.code()).isEqualTo(74);
        assertThat(typed.err()).contains("--force");
        assertThat(file).hasContent("older");
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void tokenIsReadFromFile() throws Exception {
        Path token = directory.resolve("token");
        Files.writeString(token, "s3cret\n");
        server.answers(401, "{\"error\":\"unauthorized\"}");
        Typed typed = backup("--token-file", token.toString());
        assertThat(server.asked()).containsExactly("GET /v1/backup Bearer s3cret");
        assertThat(typed.code()).isEqualTo(77);
        assertThat(typed.err()).contains("--token-file").doesNotContain("s3cret");
    }

    @Test
    void busyServerIsReported() {
        server.answers(503, "{\"error\":\"unavailable\",\"detail\":\"another backup runs\"}");
        Typed typed = backup();
        assertThat(typed.code()).isEqualTo(69);
        assertThat(typed.err()).contains("another backup runs").contains("retry");
    }

    @Test
    void unreachableServerIsNamed() {
        String url = server.url();
        server.close();
        Typed typed = Typed.of(Map.of("HOLDFAST_SERVER", url), "backup", file.toString());
        assertThat(typed.code()).isEqualTo(69);
        assertThat(typed.err()).contains(url).contains("--server");
        assertNothingIsLeft();
    }

    @Test
    void invalidArgumentsPrintUsage() {
        assertThat(Typed.of(Map.of(), "backup").code()).isEqualTo(64);
        assertThat(Typed.of(Map.of(), "back-up", "x").code()).isEqualTo(64);
        assertThat(Typed.of(Map.of(), "backup", "--server", "nowhere", file.toString())
                        .code())
                .isEqualTo(64);
        Typed help = Typed.of(Map.of(), "backup", "--help");
        assertThat(help.code()).isZero();
        assertThat(help.out()).contains("--token-file");
        assertNothingIsLeft();
    }
}
