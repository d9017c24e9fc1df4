package io.holdfast.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CertificateWatchTest {

    @TempDir
    private Path directory;

    private final List<String> reloads = new ArrayList<>();
    private final List<Boolean> told = new ArrayList<>();

    @Test
    void changedFilesAreReloadedOnceStable() throws Exception {
        Path certificate = Files.writeString(directory.resolve("cert.pem"), "one");
        Path key = Files.writeString(directory.resolve("key.pem"), "one");
        try (CertificateWatch watch = new CertificateWatch(
                new TlsFiles(certificate, key),
                told::add,
                () -> reloads.add(Files.readString(certificate) + Files.readString(key)))) {
            watch.look();
            watch.look();
            assertThat(reloads).isEmpty();
            Files.writeString(certificate, "three");
            watch.look();
            Files.writeString(key, "three");
            watch.look();
            assertThat(reloads).as("half of it had only just come").isEmpty();
            watch.look();
            assertThat(reloads).containsExactly("threethree");
            assertThat(told).containsExactly(true);
            watch.look();
            assertThat(reloads).hasSize(1);
        }
    }

    @Test
    void rejectedFilesAreNotRetriedUntilTheyChange() throws Exception {
        Path certificate = Files.writeString(directory.resolve("cert.pem"), "one");
        Path key = Files.writeString(directory.resolve("key.pem"), "one");
        try (CertificateWatch watch =
                new CertificateWatch(new TlsFiles(certificate, key), told::add, () -> {
                    reloads.add("tried");
                    throw new IOException("no good");
                })) {
            Files.delete(key);
            watch.look();
            watch.look();
            watch.look();
            assertThat(reloads).hasSize(1);
            watch.reload();
            assertThat(told).containsExactly(false, false);
        }
    }
}
