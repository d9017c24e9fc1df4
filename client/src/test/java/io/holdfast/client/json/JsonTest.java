package io.holdfast.client.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that JSON is read strictly and within limits, and written so that it reads back. */
final class JsonTest {

    @Test
    void everyKindOfValueIsRead() {
        Object value = Json.parse(
                " {\"a\": [1, -2, 0.5, 1e3, true, false, null], \"b\": \"x\\n\\u00e9\\\"\"} ");

        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("a", Arrays.asList(1L, -2L, 0.5, 1000.0, true, false, null));
        expected.put("b", "x\né\"");
        assertThat(value).isEqualTo(expected);
    }

    @Test
    void whatIsWrittenReadsBack() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("text", "quote \" slash \\ line \n emoji \uD83D\uDE00 nul \0");
        value.put("numbers", List.of(Long.MIN_VALUE / 10, 0L, 3764035837231106L, 1.25));
        value.put("nothing", null);
        value.put("object", Map.of("flag", true));

        assertThat(Json.parse(Json.write(value))).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[1,]",
                "{\"a\":1,}",
                "{\"a\" 1}",
                "{a:1}",
                "01",
                "1.",
                "-",
                "1e",
                "+1",
                "NaN",
                "nul",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"a\nb\"",
                "\"open",
                "1 2",
                "'a'",
                "{\"a\":1,\"a\":2}",
                "\"\\u00\uFF11\uFF11\""
            })
    void textThatIsNotJsonIsRejected(String text) {
        assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(JsonException.class);
    }

    @Test
    void deepNestingIsRejected() {
        String deep = "[".repeat(100_000);
        assertThatThrownBy(() -> Json.parse(deep)).hasMessageContaining("nested too deeply");

        List<Object> cycle = new ArrayList<>();
        cycle.add(cycle);
        assertThatThrownBy(() -> Json.write(cycle)).hasMessageContaining("nested too deeply");
    }

    @Test
    void valuesThatJsonCannotExpressAreRejected() {
        assertThatThrownBy(() -> Json.write(Double.NaN)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.write(new Object())).isInstanceOf(JsonException.class);
    }

    @Test
    void missingFieldIsNamed() {
        JsonObject object = Json.object("{\"a\":\"x\"}");

        assertThat(object.text("a")).isEqualTo("x");
        assertThatThrownBy(() -> object.text("b")).hasMessageContaining("\"b\"");
        assertThatThrownBy(() -> object.number("a")).hasMessageContaining("\"a\"");
        assertThatThrownBy(() -> Json.object("[]")).isInstanceOf(JsonException.class);
    }
}
