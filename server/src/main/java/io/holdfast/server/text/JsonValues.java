package io.holdfast.server.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.core.bytes.Blob;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes maps, lists and plain values as JSON, for replies that are too rare to be written by hand.
 * A blob already contains JSON and is written unchanged.
 */
public final class JsonValues {

    public static final JsonFactory FACTORY = new JsonFactory();

    private JsonValues() {}

    /** Returns the value as JSON, with a final newline. */
    public static byte[] bytes(Object value) {
        assert LaneCheck.isOutside();
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            write(json, value);
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    public static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        switch (value) {
            case Map<?, ?> map -> {
                json.writeStartObject();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    json.writeFieldName(String.valueOf(entry.getKey()));
                    write(json, entry.getValue());
                }
                json.writeEndObject();
            }
            case List<?> list -> {
                json.writeStartArray();
                for (Object item : list) {
                    write(json, item);
                }
                json.writeEndArray();
            }
            case Blob blob -> json.writeRawValue(new String(blob.bytes(), StandardCharsets.UTF_8));
            case String text -> json.writeString(text);
            case Boolean flag -> json.writeBoolean(flag);
            // An infinite number or NaN is written as a string, because JSON has no such numbers.
            case Double number -> json.writeNumber(number);
            case Number number -> json.writeNumber(number.toString());
            case null -> json.writeNull();
            default -> throw new IllegalStateException("not JSON: " + value.getClass());
        }
    }
}
