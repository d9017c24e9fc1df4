package io.holdfast.core.command;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The seven statuses of a claim. The order is part of the formats: only append. */
public enum ClaimStatus {
    WAITING,
    ACTIVE,
    RELEASED,
    EXPIRED,
    ABORTED,
    REVOKED,
    WITHDRAWN;

    private static final ClaimStatus[] ALL = values();

    private final String text = name().toLowerCase(Locale.ROOT);

    /** The status as clients write it. */
    public String text() {
        return text;
    }

    /** Whether a claim of this status never changes again. */
    public boolean isFinal() {
        return switch (this) {
            case WAITING, ACTIVE -> false;
            case RELEASED, EXPIRED, ABORTED, REVOKED, WITHDRAWN -> true;
        };
    }

    /** Whether a client may ask for it; the other two only come about. */
    public boolean mayBeAskedFor() {
        return switch (this) {
            case WAITING, EXPIRED -> false;
            case ACTIVE, RELEASED, ABORTED, REVOKED, WITHDRAWN -> true;
        };
    }

    /** The status of that name in small letters; null where there is none. */
    public static @Nullable ClaimStatus named(String text) {
        for (ClaimStatus status : ALL) {
            if (status.text.equals(text)) {
                return status;
            }
        }
        return null;
    }
}
