package io.holdfast.server.locks;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The fields that request bodies of the locks API may contain. */
enum Field {
    ACQUIRE_TIMEOUT_S("acquire_timeout_s"),
    TIMEOUT_S("timeout_s"),
    LEASE_TTL_S("lease_ttl_s"),
    LIMIT("limit"),
    TOKEN("token"),
    OWNER("owner");

    private static final Field[] ALL = values();

    private final String wire;
    private final byte[] bytes;

    Field(String wire) {
        this.wire = wire;
        this.bytes = wire.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the name's bytes. Callers must not change them. */
    byte[] bytes() {
        return bytes;
    }

    String wire() {
        return wire;
    }

    /** Finds a field by name, ignoring case as dflockd does. An exact match comes first. */
    static @Nullable Field named(String name) {
        for (Field field : ALL) {
            if (field.wire.equals(name)) {
                return field;
            }
        }
        for (Field field : ALL) {
            if (field.wire.equalsIgnoreCase(name)) {
                return field;
            }
        }
        return null;
    }
}
