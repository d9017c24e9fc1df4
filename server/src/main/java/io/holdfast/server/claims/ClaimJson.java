package io.holdfast.server.claims;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.query.ClaimAnswer;
import io.holdfast.core.value.ClaimState;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.server.text.LaneCheck;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Encodes claims as JSON, always with the same nine keys and with fractional durations. */
final class ClaimJson {

    static final JsonFactory FACTORY = new JsonFactory();

    private ClaimJson() {}

    /** Returns the URL of a claim, which is also its {@code Location}. */
    static String url(String origin, long id) {
        return origin + ClaimsDialect.PATH + id + "/";
    }

    static byte[] one(String origin, ClaimAnswer claim) {
        assert LaneCheck.isOutside();
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            write(json, origin, claim);
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    static void write(JsonGenerator json, String origin, ClaimAnswer claim) throws IOException {
        ClaimState state = claim.state();
        json.writeStartObject();
        json.writeStringField("url", url(origin, state.id()));
        json.writeStringField("resource", claim.resource());
        json.writeStringField("status", state.status().text());
        String created = ClaimTimes.text(state.createdMillis());
        json.writeStringField("created", created);
        json.writeArrayFieldStart("status_history");
        entry(json, ClaimStatus.WAITING, created);
        if (state.activatedMillis() != ClaimState.NEVER) {
            entry(json, ClaimStatus.ACTIVE, ClaimTimes.text(state.activatedMillis()));
        }
        if (state.endedMillis() != ClaimState.NEVER) {
            entry(json, state.status(), ClaimTimes.text(state.endedMillis()));
        }
        json.writeEndArray();
        seconds(json, "ttl", state.status() == ClaimStatus.ACTIVE, state.ttlNanos());
        seconds(json, "active_duration", state.wasActive(), state.activeNanos());
        seconds(json, "waiting_duration", true, state.waitingNanos());
        json.writeFieldName("user_data");
        Blob data = claim.data();
        if (data == null) {
            json.writeNull();
        } else {
            json.writeRawValue(new AsSent(data));
        }
        json.writeEndObject();
    }

    private static void entry(JsonGenerator json, ClaimStatus status, String timestamp)
            throws IOException {
        json.writeStartObject();
        json.writeStringField("status", status.text());
        json.writeStringField("timestamp", timestamp);
        json.writeEndObject();
    }

    private static void seconds(JsonGenerator json, String name, boolean has, long nanos)
            throws IOException {
        json.writeFieldName(name);
        if (has) {
            json.writeNumber(Seconds.text(nanos));
        } else {
            json.writeNull();
        }
    }

    /** A value that was validated on receipt and is written unchanged. */
    private record AsSent(Blob data) implements SerializableString {

        @Override
        public String getValue() {
            return new String(data.bytes(), StandardCharsets.UTF_8);
        }

        @Override
        public int charLength() {
            return getValue().length();
        }

        @Override
        public char[] asQuotedChars() {
            return getValue().toCharArray();
        }

        @Override
        public byte[] asUnquotedUTF8() {
            return data.bytes();
        }

        @Override
        public byte[] asQuotedUTF8() {
            return data.bytes();
        }

        @Override
        public int appendQuotedUTF8(byte[] buffer, int offset) {
            return appendUnquotedUTF8(buffer, offset);
        }

        @Override
        public int appendQuoted(char[] buffer, int offset) {
            return appendUnquoted(buffer, offset);
        }

        @Override
        public int appendUnquotedUTF8(byte[] buffer, int offset) {
            int size = data.size();
            if (offset + size > buffer.length) {
                return -1;
            }
            System.arraycopy(data.bytes(), 0, buffer, offset, size);
            return size;
        }

        @Override
        public int appendUnquoted(char[] buffer, int offset) {
            String value = getValue();
            if (offset + value.length() > buffer.length) {
                return -1;
            }
            value.getChars(0, value.length(), buffer, offset);
            return value.length();
        }

        @Override
        public int writeQuotedUTF8(OutputStream out) throws IOException {
            return writeUnquotedUTF8(out);
        }

        @Override
        public int writeUnquotedUTF8(OutputStream out) throws IOException {
            out.write(data.bytes());
            return data.size();
        }

        @Override
        public int putQuotedUTF8(ByteBuffer buffer) {
            return putUnquotedUTF8(buffer);
        }

        @Override
        public int putUnquotedUTF8(ByteBuffer buffer) {
            if (buffer.remaining() < data.size()) {
                return -1;
            }
            buffer.put(data.bytes());
            return data.size();
        }
    }
}
