package io.holdfast.server.audit;

import io.holdfast.server.ops.LogText;
import io.holdfast.server.text.JsonText;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * One line of the audit log before it is rendered.
 *
 * @param wallMillis the time of the batch, or of the request if there was no batch
 */
record AuditEntry(
        long wallMillis,
        String tenant,
        String principal,
        String address,
        AuditRecord deed,
        Result result) {

    private static final int FINGERPRINT_BYTES = 3;

    /** Returns the line, including its line feed. */
    byte[] line() {
        return fields(new StringBuilder(256).append('{'))
                .append("}\n")
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the same object as the line, with a number of this process. */
    String json(long number) {
        StringBuilder json =
                new StringBuilder(256).append("{\"id\":").append(number).append(',');
        return fields(json).append('}').toString();
    }

    private StringBuilder fields(StringBuilder line) {
        line.append("\"time\":\"").append(Instant.ofEpochMilli(wallMillis)).append('"');
        field(line, "audit", deed.kind() == AuditRecord.Kind.ADMIN ? "admin" : "ordinary");
        field(line, "tenant", tenant);
        field(line, "principal", principal);
        optional(line, "agent", deed.agent());
        optional(line, "address", address);
        field(line, "dialect", deed.dialect());
        field(line, "verb", deed.verb());
        optional(line, "resource", deed.resource());
        AuditRecord.Mark mark = deed.mark();
        optional(line, "mark", mark == null ? null : fingerprint(mark));
        field(line, "outcome", result.text());
        optional(line, "reason", result.reason());
        optional(line, "why", deed.why());
        long fence = fence();
        if (fence != 0) {
            line.append(",\"fence\":").append(fence);
        }
        return line;
    }

    /** A rejected token does not prove its fence. */
    private long fence() {
        return result.fence() != 0 || result.isRefusal() ? result.fence() : deed.fence();
    }

    private static void optional(StringBuilder line, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            field(line, name, value);
        }
    }

    private static void field(StringBuilder line, String name, String value) {
        line.append(",\"").append(name).append("\":\"");
        JsonText.escape(line, LogText.of(value));
        line.append('"');
    }

    /** Returns enough of a digest to tell two secrets apart, and far too little to find one. */
    static String fingerprint(AuditRecord.Mark mark) {
        byte[] bits = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(mark.high())
                .putLong(mark.low())
                .array();
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bits);
            return HexFormat.of().formatHex(digest, 0, FINGERPRINT_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is missing", e);
        }
    }
}
