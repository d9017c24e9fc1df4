package io.holdfast.server.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.text.Hex;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests ids, owner names and request keys: the helpers between requests and commands. */
final class EdgePiecesTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, 0x0123456789abcdefL})
    void idIsReadBackAsWritten(long half) {
        byte[] out = new byte[32];
        Hex.write(out, Hex.write(out, 0, half), ~half);
        String text = new String(out, StandardCharsets.US_ASCII);

        assertThat(Hex.isId(text)).isTrue();
        assertThat(Hex.parse(text, 0)).isEqualTo(half);
        assertThat(Hex.parse(text, 16)).isEqualTo(~half);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0123456789abcdef0123456789abcde",
                "0123456789abcdef0123456789abcdef0",
                "0123456789ABCDEF0123456789ABCDEF",
                "0123456789abcdef0123456789abcdeg",
                "0123456789abcdef0123456789abcd\u0660f"
            })
    void idNeeds32LowercaseHexDigits(String text) {
        assertThat(Hex.isId(text)).isFalse();
    }

    @Test
    void randomBitsDoNotRepeat() {
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            assertThat(seen.add(RandomBits.nextLong())).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"a,1", "é,2", "€,3", "😀,4", "'',0"})
    void lengthsAreCountedInBytes(String text, int bytes) {
        assertThat(Owners.utf8Length(text)).isEqualTo(bytes);
    }

    @Test
    void loneSurrogateIsInvalid() {
        assertThat(Owners.utf8Length("\ud83d")).isEqualTo(-1);
        assertThat(Owners.utf8Length("\ude00x")).isEqualTo(-1);
        assertThat(Owners.complaint("\ud83d")).isNotNull();
    }

    @Test
    void headerNameIsDecodedAsUtf8() {
        String header =
                new String("né".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);

        assertThat(Owners.fromHeader(header)).isEqualTo("né");
        assertThat(Owners.fromHeader("n\u00e9")).isNull();
        assertThat(Owners.complaint("a\nb")).contains("control");
    }

    @ParameterizedTest
    @CsvSource({"a,true", "'a b',false", "'',false", "a\u00e9,false", "!~,true"})
    void requestKeyIsVisibleAscii(String key, boolean expected) {
        assertThat(RequestIds.isKey(key)).isEqualTo(expected);
    }
}
