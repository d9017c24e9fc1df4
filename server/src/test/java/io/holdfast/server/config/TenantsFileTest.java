package io.holdfast.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.core.command.TenantQuota;
import io.holdfast.core.command.TenantsSettings;
import io.holdfast.server.Caller;
import io.holdfast.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TenantsFileTest {

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void place() {
        file = directory.resolve("tenants.yaml");
    }

    private TenantsSettings read(String text, String... flags) throws Exception {
        Files.writeString(file, text);
        List<String> all = new java.util.ArrayList<>(List.of(flags));
        all.addAll(List.of("--ephemeral", "--tenants-file", file.toString()));
        return ConfigReader.read(all, Map.of()).settings().tenants();
    }

    @Test
    void quotasAreOffByDefault() throws ConfigException {
        assertThat(ConfigReader.read(List.of("--ephemeral"), Map.of())
                        .settings()
                        .tenants())
                .isEqualTo(TenantsSettings.DEFAULT);
    }

    @Test
    void flagsSetQuotasThatTheFileOmits() throws Exception {
        TenantsSettings tenants = read("""
                billing: {max-keys: 5, max-leases: 0}
                idle:
                """, "--tenant-max-leases", "7", "--tenant-max-bytes", "9");

        assertThat(tenants.each()).isEqualTo(new TenantQuota(0, 7, 0, 0, 9));
        assertThat(tenants.of("billing")).isEqualTo(new TenantQuota(5, 0, 0, 0, 9));
        assertThat(tenants.of("idle")).isEqualTo(tenants.each());
        assertThat(tenants.of("whoever")).isEqualTo(tenants.each());
    }

    @Test
    void errorsNameTheLine() {
        assertThatThrownBy(() -> read("a: {}\nb:\n  max-kyes: 5\n"))
                .hasMessageContaining("line 3: max-kyes is not known");
        assertThatThrownBy(() -> read("a: {max-keys: -1}\n"))
                .hasMessageContaining("line 1: max-keys must not be negative");
        assertThatThrownBy(() -> read("a: {max-keys: many}\n"))
                .hasMessageContaining("max-keys must be a whole number");
        assertThatThrownBy(() -> read("a: 5\n")).hasMessageContaining("a must be a map");
        assertThatThrownBy(() -> read("'': {}\n")).hasMessageContaining("the name of a tenant");
        assertThatThrownBy(() -> ConfigReader.read(
                        List.of("--ephemeral", "--tenants-file", directory + "/none"), Map.of()))
                .hasMessageContaining("of --tenants-file cannot be read");
    }

    @Test
    void reloadChangesQuotasAndInvalidFileIsIgnored() throws Exception {
        Files.writeString(file, "default: {max-keys: 1}\n");
        try (TestServer server = TestServer.ephemeral("--tenants-file", file.toString())) {
            Caller ann = server.session();
            ann.lock("a");
            assertThat(ann.lock("b").error()).isEqualTo("max_locks");

            Files.writeString(file, "default: {max-keys: 2}\n");
            server.reload();
            assertThat(ann.lock("b").status()).isEqualTo(200);

            wrong();
            assertThatThrownBy(() -> server.reload()).isInstanceOf(ConfigException.class);
            assertThat(ann.lock("c").error()).isEqualTo("max_locks");
        }
    }

    private void wrong() throws IOException {
        Files.writeString(file, "default: {max-keys: none}\n");
    }
}
