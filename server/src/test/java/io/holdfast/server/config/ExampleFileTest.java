package io.holdfast.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.SelfSigned;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExampleFileTest {

    private static final Map<String, String> NONE = Map.of();
    private static final Pattern VARIABLE = Pattern.compile("HOLDFAST_[A-Z0-9_]+");

    @TempDir
    private Path directory;

    private Map<Setting, String> settings(String text) throws Exception {
        return ConfigFile.read(Files.writeString(directory.resolve("holdfast.yaml"), text));
    }

    /** Uncomments every setting; descriptions have a space after the comment sign. */
    private static String uncommented() {
        return ExampleFile.text().replaceAll("(?m)^#(\\S)", "$1");
    }

    private Path copied(String resource, String name) throws IOException {
        String path = "/examples/entities/" + resource;
        try (InputStream in = ConfigFile.class.getResourceAsStream(path)) {
            Path file = directory.resolve(name);
            Files.copy(Objects.requireNonNull(in, path), file);
            return file;
        }
    }

    @Test
    void everySettingIsExplained() throws Exception {
        List<Setting> expected = Setting.all().stream()
                .filter(setting -> setting != EdgeSetting.CONFIG)
                .toList();
        assertThat(settings(uncommented()).keySet()).containsExactlyElementsOf(expected);
        String text = ExampleFile.text().replace("\n# ", " ");
        for (Setting setting : expected) {
            assertThat(text).contains(setting.help(), setting.environmentNames().getFirst());
        }
    }

    @Test
    void shippedFileChangesNothing() throws Exception {
        assertThat(settings(ExampleFile.text())).isEmpty();
    }

    @Test
    void deploymentFilesUseExistingVariables() throws Exception {
        Set<String> known = Setting.all().stream()
                .flatMap(setting -> setting.environmentNames().stream())
                .collect(Collectors.toCollection(HashSet::new));
        // Those of the launcher.
        known.addAll(Set.of("HOLDFAST_HEAP", "HOLDFAST_CACHE_DIR"));
        Path root = Path.of(System.getProperty("holdfast.root", ".."));
        for (String name :
                List.of("docker/Dockerfile", "kubernetes/holdfast.yaml", "holdfast.service")) {
            String text = Files.readString(root.resolve("dist").resolve(name));
            List<String> used =
                    VARIABLE.matcher(text).results().map(MatchResult::group).toList();
            assertThat(used).as(name).isNotEmpty().isSubsetOf(known);
        }
    }

    @Test
    void uncommentedFileIsAccepted() throws Exception {
        Path tls = Files.createDirectory(directory.resolve("tls"));
        SelfSigned pair = SelfSigned.in(directory.resolve("made"));
        for (String name : List.of("server.pem", "n1.pem", "ca.pem", "issuer-ca.pem")) {
            Files.copy(pair.certificate(), tls.resolve(name));
        }
        for (String name : List.of("server-key.pem", "n1-key.pem")) {
            Files.copy(pair.key(), tls.resolve(name));
        }
        copied("gateway_params.yaml", "entities-params.yaml");
        copied("manifest.yaml", "entities.yaml");
        Files.writeString(directory.resolve("tenants.yaml"), "default: {max-keys: 10000}\n");
        String text = uncommented()
                .replace("/etc/holdfast", directory.toString())
                .replace("/var/lib/holdfast", directory.resolve("data").toString());
        Path file = Files.writeString(directory.resolve("all.yaml"), text);

        ServerConfig config = ConfigReader.read(List.of("--config", file.toString()), NONE);

        assertThat(config.dataDir()).isEqualTo(directory.resolve("data"));
        assertThat(config.guard().oidc()).isNotNull();
    }
}
