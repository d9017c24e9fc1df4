package io.holdfast.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

class LogsTest {

    private static String encode(String message, Throwable error) {
        LoggerContext context = new LoggerContext();
        Logger logger = context.getLogger("io.holdfast.Test");
        JsonLogEncoder encoder = new JsonLogEncoder();
        return new String(
                encoder.encode(new LoggingEvent("", logger, Level.WARN, message, error, null)),
                StandardCharsets.UTF_8);
    }

    private static Map<String, String> parse(String line) throws IOException {
        Map<String, String> fields = new LinkedHashMap<>();
        try (JsonParser parser = new JsonFactory().createParser(line)) {
            assertThat(parser.nextToken()).isEqualTo(JsonToken.START_OBJECT);
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                fields.put(name, parser.nextTextValue());
            }
            assertThat(parser.nextToken()).isNull();
        }
        return fields;
    }

    @Test
    void logEventIsOneJsonLine() throws IOException {
        String message =
                "quote \" slash \\ line \r\n escape \u001b[31m turn \u202e nul \0 \u00e9\u4e2d";
        String line = encode(message, new IllegalStateException("why\nnot"));
        assertThat(line).endsWith("}\n");
        assertThat(line.substring(0, line.length() - 1))
                .doesNotContain("\n")
                .doesNotContain("\r")
                .doesNotContain("\u001b")
                .doesNotContain("\u202e");
        Map<String, String> fields = parse(line);
        assertThat(fields).containsKeys("time", "level", "logger", "thread", "message", "error");
        assertThat(fields.get("message")).isEqualTo(message);
        assertThat(fields.get("level")).isEqualTo("WARN");
        assertThat(fields.get("error")).contains("IllegalStateException: why");
    }

    @ParameterizedTest
    @CsvSource({
        "plain text, plain text",
        "'a\r\nb', a\\u000d\\u000ab",
        "'\u001b[31m', \\u001b[31m",
        "'a\u202eb', a\\u202eb",
        "'a\\b', a\\u005cb",
        "\u00e9\u4e2d, \u00e9\u4e2d"
    })
    void userTextIsEscaped(String text, String logged) {
        assertThat(LogText.of(text)).isEqualTo(logged);
    }

    @Test
    void longUserTextIsTruncated() {
        assertThat(LogText.of("x".repeat(256))).isEqualTo("x".repeat(256));
        assertThat(LogText.of("x".repeat(257))).isEqualTo("x".repeat(256) + "...");
        assertThat(LogText.of(null)).isEmpty();
    }

    @Test
    void librariesLogWarningsAndHoldfastLogsInfoByDefault() {
        Logger ours = (Logger) LoggerFactory.getLogger("io.holdfast.some");
        Logger netty = (Logger) LoggerFactory.getLogger("io.netty.some");
        assertThat(ours.getEffectiveLevel()).isEqualTo(Level.INFO);
        assertThat(netty.getEffectiveLevel()).isEqualTo(Level.WARN);
        LogConfigurator.setDebug(true);
        try {
            assertThat(ours.getEffectiveLevel()).isEqualTo(Level.DEBUG);
            assertThat(netty.getEffectiveLevel()).isEqualTo(Level.INFO);
        } finally {
            LogConfigurator.setDebug(false);
        }
    }
}
