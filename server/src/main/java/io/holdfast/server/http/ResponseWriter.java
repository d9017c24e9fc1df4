package io.holdfast.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes a complete response into one buffer. The bytes before the length are the same for all
 * replies of a status within a second and are cached. Each event loop has its own writer; it is not
 * thread-safe.
 */
final class ResponseWriter {

    static final String JSON = "application/json";

    private static final byte[] CLOSE = Ascii.bytes("Connection: close\r\n");
    private static final byte[] CHUNKED = Ascii.bytes("Transfer-Encoding: chunked\r\n");
    private static final String CONTENT_LENGTH = "Content-Length: ";
    private static final int STATUS_MAX = 599;
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final byte[] @Nullable [] jsonPrefixes = new byte[STATUS_MAX + 1][];
    private final byte[] @Nullable [] emptyPrefixes = new byte[STATUS_MAX + 1][];
    private byte[] out = new byte[1024];
    private int length;
    private long second = -1;

    /** The parts of a response. */
    record Response(
            int status,
            @Nullable String contentType,
            byte[] body,
            @Nullable CharSequence headerLines,
            boolean head,
            boolean close) {}

    ByteBuf write(ByteBufAllocator allocator, Response response) {
        byte[] body = response.body();
        length = 0;
        put(prefix(response.status(), response.contentType()));
        if (response.status() != 204) {
            put(body.length);
        }
        putRest(response);
        boolean withBody = !response.head();
        ByteBuf buffer = allocator.ioBuffer(length + (withBody ? body.length : 0));
        buffer.writeBytes(out, 0, length);
        if (withBody) {
            buffer.writeBytes(body);
        }
        return buffer;
    }

    /** Writes the head of a response of unknown length, whose body is streamed. */
    ByteBuf writeHead(ByteBufAllocator allocator, Response response, boolean chunked) {
        length = 0;
        lookAtTheClock();
        put(build(response.status(), response.contentType(), false));
        if (chunked) {
            put(CHUNKED);
        }
        putRest(response);
        return allocator.ioBuffer(length).writeBytes(out, 0, length);
    }

    private void putRest(Response response) {
        if (response.headerLines() != null) {
            put(response.headerLines());
        }
        if (response.close()) {
            put(CLOSE);
        }
        room(2);
        out[length++] = '\r';
        out[length++] = '\n';
    }

    private void lookAtTheClock() {
        long now = System.currentTimeMillis() / 1000;
        if (now != second) {
            second = now;
            Arrays.fill(jsonPrefixes, null);
            Arrays.fill(emptyPrefixes, null);
        }
    }

    private byte[] prefix(int status, @Nullable String contentType) {
        lookAtTheClock();
        boolean json = JSON.equals(contentType);
        if (contentType != null && !json) {
            return build(status, contentType, status != 204);
        }
        byte[] @Nullable [] prefixes = json ? jsonPrefixes : emptyPrefixes;
        byte[] prefix = prefixes[status];
        if (prefix == null) {
            // A 204 reply has no length, with or without a content type.
            prefix = build(status, contentType, status != 204);
            prefixes[status] = prefix;
        }
        return prefix;
    }

    private byte[] build(int status, @Nullable String contentType, boolean withLength) {
        StringBuilder text = new StringBuilder(192)
                .append("HTTP/1.1 ")
                .append(status)
                .append(' ')
                .append(HttpResponseStatus.valueOf(status).reasonPhrase())
                .append("\r\nDate: ");
        DATE.formatTo(Instant.ofEpochSecond(second), text);
        text.append("\r\n");
        if (contentType != null) {
            text.append("Content-Type: ").append(contentType).append("\r\n");
            text.append("X-Content-Type-Options: nosniff\r\n");
        }
        if (withLength) {
            text.append(CONTENT_LENGTH);
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private void put(byte[] bytes) {
        room(bytes.length);
        System.arraycopy(bytes, 0, out, length, bytes.length);
        length += bytes.length;
    }

    private void put(CharSequence text) {
        room(text.length());
        for (int i = 0; i < text.length(); i++) {
            out[length++] = (byte) text.charAt(i);
        }
    }

    /** Writes a number and the end of its line. */
    private void put(int number) {
        room(12);
        int digits = 1;
        for (int rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        int rest = number;
        for (int at = length + digits - 1; at >= length; at--) {
            out[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
        out[length++] = '\r';
        out[length++] = '\n';
    }

    private void room(int more) {
        if (length + more > out.length) {
            out = Arrays.copyOf(out, Math.max(out.length * 2, length + more));
        }
    }
}
