package io.holdfast.server.auth;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a principal may do. Each includes what stands before it. */
public enum Role {
    /** Sees everything of its tenant that is no secret, and changes nothing. */
    READER,
    /** Takes and gives back what is its own. */
    USER,
    /** Also takes away what others hold. */
    LOCK_BREAKER,
    /** Also decides about everything of its tenant: its entities and other users' claims. */
    ADMIN,
    /** Also runs the server, which concerns all tenants: backups, the cluster, metrics. */
    OPERATOR;

    private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** As it is written in files, flags and messages. */
    public String text() {
        return text;
    }

    /** The role of that name; null where there is none. */
    public static @Nullable Role of(String text) {
        for (Role role : values()) {
            if (role.text.equals(text)) {
                return role;
            }
        }
        return null;
    }
}
