package io.holdfast.server.claims;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.holdfast.core.bytes.Blob;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.Limits;
import io.holdfast.server.edge.Owners;
import io.holdfast.server.text.ControlCharacters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads request bodies. All errors are reported together, by name. The user data is copied as it
 * was sent, so that every digit and escape is preserved.
 */
final class ClaimBody {

    private static final int DEPTH_MAX = 65;
    static final int LENGTH_MAX = 2 * Limits.CLAIM_DATA_BYTES_MAX;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_MAX)
                    .maxStringLength(LENGTH_MAX)
                    .maxNumberLength(LENGTH_MAX)
                    .maxNameLength(LENGTH_MAX)
                    .maxTokenCount(LENGTH_MAX)
                    .maxDocumentLength(LENGTH_MAX)
                    .build())
            .build();

    private static final String NO_TTL = "No ttl specified";
    private static final String WRONG_TTL = "ttl must be a number of seconds";

    private final byte[] bytes;
    private final BadClaim bad = new BadClaim();
    private boolean resourceSent;
    private boolean ttlSent;
    private boolean statusSent;
    private String resource = "";
    private double ttlSeconds;
    private @Nullable ClaimStatus status;
    private @Nullable Blob data;

    private ClaimBody(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A requested claim. */
    record NewClaim(
            String resource, long ttlNanos, @Nullable Blob data) {}

    /** A requested change: the status, or the ttl if the status is null. */
    record Change(@Nullable ClaimStatus status, long ttlNanos) {}

    static NewClaim newClaim(byte[] bytes, int dataBytesMax) throws BadClaim {
        ClaimBody body = new ClaimBody(bytes);
        body.read(true);
        return body.checkedClaim(dataBytesMax);
    }

    static Change change(byte[] bytes) throws BadClaim {
        ClaimBody body = new ClaimBody(bytes);
        body.read(false);
        return body.checkedChange();
    }

    private NewClaim checkedClaim(int dataBytesMax) throws BadClaim {
        if (!resourceSent) {
            bad.add("resource", "No resource specified");
        }
        if (!ttlSent) {
            bad.add("ttl", NO_TTL);
        }
        if (data != null && data.size() > dataBytesMax) {
            bad.add("user_data", "user_data must be at most " + dataBytesMax + " bytes");
        }
        if (!bad.isEmpty()) {
            throw bad;
        }
        return new NewClaim(resource, Seconds.nanos(ttlSeconds), data);
    }

    private Change checkedChange() throws BadClaim {
        if (bad.isEmpty() && statusSent && ttlSent) {
            bad.add("extra-parameters", "Only one of status and ttl may be set at a time");
        }
        if (bad.isEmpty() && !statusSent && !ttlSent) {
            bad.add("missing-parameters", "One of status and ttl must be set");
        }
        if (!bad.isEmpty()) {
            throw bad;
        }
        return new Change(status, Seconds.nanos(ttlSeconds));
    }

    private void read(boolean creates) throws BadClaim {
        if (bytes.length == 0 || !isText(bytes)) {
            throw notJson();
        }
        try (JsonParser parser = FACTORY.createParser(bytes, 0, bytes.length)) {
            JsonToken first = parser.nextToken();
            boolean asEmpty = first == JsonToken.VALUE_NULL || emptyList(parser, first);
            if (!asEmpty && first != JsonToken.START_OBJECT) {
                throw new BadClaim(ClaimErrors.MESSAGE, "expected a JSON object");
            }
            if (!asEmpty) {
                fields(parser, creates);
            }
            if (parser.nextToken() != null) {
                throw notJson();
            }
        } catch (StreamConstraintsException e) {
            throw new BadClaim(
                    ClaimErrors.MESSAGE,
                    "user_data must not be nested deeper than " + (DEPTH_MAX - 1) + " levels");
        } catch (IOException e) {
            throw notJson();
        }
    }

    /** Nessy treats an empty list as an object without fields. */
    private static boolean emptyList(JsonParser parser, @Nullable JsonToken first)
            throws IOException {
        return first == JsonToken.START_ARRAY && parser.nextToken() == JsonToken.END_ARRAY;
    }

    private void fields(JsonParser parser, boolean creates) throws IOException {
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            JsonToken value = parser.nextToken();
            if (name.equals("ttl")) {
                ttl(parser, value);
            } else if (creates && name.equals("resource")) {
                resource(parser, value);
            } else if (creates && name.equals("user_data")) {
                data(parser, value);
            } else if (!creates && name.equals("status")) {
                status(parser, value);
            } else {
                bad.add(name, "Unknown parameter: " + shown(name));
                parser.skipChildren();
            }
        }
    }

    private static String shown(String name) {
        return name.length() > 64 ? name.substring(0, 64) + "..." : name;
    }

    private void resource(JsonParser parser, JsonToken value) throws IOException {
        resourceSent = false;
        if (value == JsonToken.VALUE_NULL) {
            return;
        }
        if (value != JsonToken.VALUE_STRING) {
            resourceSent = true;
            bad.add("resource", "resource must be a string");
            parser.skipChildren();
            return;
        }
        resource = parser.getText();
        resourceSent = !resource.isEmpty();
        int length = Owners.utf8Length(resource);
        if (length < 0 || length > Limits.CLAIM_RESOURCE_BYTES_MAX) {
            bad.add(
                    "resource",
                    "resource must be at most " + Limits.CLAIM_RESOURCE_BYTES_MAX
                            + " bytes of UTF-8");
        } else if (ControlCharacters.in(resource)) {
            bad.add("resource", "resource must not contain control characters");
        }
    }

    private void ttl(JsonParser parser, JsonToken value) throws IOException {
        ttlSent = true;
        double seconds = switch (value) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_STRING ->
                // Nessy's client sends a string if its caller passed one.
                Seconds.parse(parser.getText());
            default -> {
                parser.skipChildren();
                yield Double.NaN;
            }
        };
        if (Double.isNaN(seconds)) {
            bad.add("ttl", value == JsonToken.VALUE_NULL ? NO_TTL : WRONG_TTL);
        } else if (seconds < 0) {
            bad.add("ttl", "Positive ttl required (in seconds)");
        } else {
            ttlSeconds = seconds;
        }
    }

    private void status(JsonParser parser, JsonToken value) throws IOException {
        statusSent = value != JsonToken.VALUE_NULL;
        if (!statusSent) {
            status = null;
            return;
        }
        status = value == JsonToken.VALUE_STRING ? ClaimStatus.named(parser.getText()) : null;
        if (status == null || !status.mayBeAskedFor()) {
            bad.add("status", "Invalid value for status");
        }
        parser.skipChildren();
    }

    private void data(JsonParser parser, JsonToken value) throws IOException {
        int from = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        parser.finishToken();
        int to = (int) parser.currentLocation().getByteOffset();
        while (to > from && bytes[to - 1] <= ' ' && bytes[to - 1] >= 0) {
            to--;
        }
        data = value == JsonToken.VALUE_NULL ? null : new Blob(Arrays.copyOfRange(bytes, from, to));
    }

    private static boolean isText(byte[] bytes) {
        for (byte one : bytes) {
            if (one < 0) {
                return isUtf8(bytes);
            }
        }
        return true;
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            var unused = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static BadClaim notJson() {
        return new BadClaim(ClaimErrors.MESSAGE, "the body is not valid JSON");
    }
}
