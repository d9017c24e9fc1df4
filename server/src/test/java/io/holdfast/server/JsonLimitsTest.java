package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.holdfast.server.http.EdgeLimits;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the limits on JSON bodies, because the library's defaults are far too wide. */
final class JsonLimitsTest {

    @Test
    void everyJsonParserHasExplicitLimits() throws Exception {
        List<JsonFactory> factories = factories();
        assertThat(factories).hasSizeGreaterThanOrEqualTo(5);
        for (JsonFactory factory : factories) {
            StreamReadConstraints limits = factory.streamReadConstraints();
            assertThat(limits.getMaxNestingDepth()).isLessThanOrEqualTo(128);
            assertThat(limits.getMaxDocumentLength())
                    .isPositive()
                    .isLessThanOrEqualTo(EdgeLimits.BODY_CEILING_BYTES);
            assertThat(limits.getMaxTokenCount())
                    .isPositive()
                    .isLessThanOrEqualTo(EdgeLimits.BODY_CEILING_BYTES);
            assertThat(limits.getMaxStringLength())
                    .isLessThanOrEqualTo(EdgeLimits.BODY_CEILING_BYTES);
        }
        assertThat(factories)
                .as("shapes of our own")
                .anyMatch(factory -> factory.streamReadConstraints().getMaxNestingDepth() == 16);
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /v1/sessions",
        "PUT, /l/4f1b6e0a-7d0e-4ac8-9a3c-3f0b7f1f9d11",
        "POST, /v1/claims/",
        "POST, /api/v1/components/arm/locks",
        "POST, /v1/nodes"
    })
    void deeplyNestedJsonCausesNoServerError(String method, String path) {
        try (TestServer server = TestServer.ephemeral("--demo")) {
            String deep = "{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000);
            Reply reply = server.client()
                    .ask(method, path, deep, "Authorization", "Bearer jo", "X-Client-Id", "c");
            assertThat(reply.status()).as(reply.body()).isBetween(200, 499);
            assertThat(reply.body()).doesNotContain("com.fasterxml", "at io.holdfast");
            assertThat(server.client().get("/health").status()).isEqualTo(200);
        }
    }

    private static List<JsonFactory> factories() throws Exception {
        List<JsonFactory> factories = new ArrayList<>();
        Path classes = Path.of(
                Server.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".class")).toList()) {
                String name = classes.relativize(file)
                        .toString()
                        .replace(file.getFileSystem().getSeparator(), ".")
                        .replaceFirst("\\.class$", "");
                if (!name.endsWith("-info")) {
                    addFactories(
                            Class.forName(name, false, JsonLimitsTest.class.getClassLoader()),
                            factories);
                }
            }
        }
        return factories;
    }

    /** Skips classes that only write JSON; they need no limits. */
    private static void addFactories(Class<?> type, List<JsonFactory> factories)
            throws IllegalAccessException, IOException {
        Path source = Path.of(System.getProperty("holdfast.root"), "server/src/main/java")
                .resolve(type.getName().replace('.', '/') + ".java");
        if (!Files.exists(source) || !Files.readString(source).contains("createParser(")) {
            return;
        }
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())
                    && JsonFactory.class.isAssignableFrom(field.getType())) {
                field.setAccessible(true);
                factories.add((JsonFactory) field.get(null));
            }
        }
    }
}
