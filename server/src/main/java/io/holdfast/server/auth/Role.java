package io.holdfast.server.auth;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A set of permissions. Each role includes the previous ones. */
public enum Role {
    /** Reads everything in its tenant except secrets, and changes nothing. */
    READER,
    /** Acquires and releases its own grants. */
    USER,
    /** Also breaks locks that others hold. */
    LOCK_BREAKER,
    /** Also manages its whole tenant: its entities and other users' claims. */
    ADMIN,
    /** Also operates the server for all tenants: backups, the cluster, metrics. */
    OPERATOR;

    private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** Returns the name as written in files, flags and messages. */
    public String text() {
        return text;
    }

    /** Returns the role of that name; null if it is unknown. */
    public static @Nullable Role of(String text) {
        for (Role role : values()) {
            if (role.text.equals(text)) {
                return role;
            }
        }
        return null;
    }
}
