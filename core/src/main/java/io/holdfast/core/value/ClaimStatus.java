package io.holdfast.core.value;

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

    /** Returns the status as clients write it. */
    public String text() {
        return text;
    }

    /** Returns whether a claim with this status can never change again. */
    public boolean isFinal() {
        return switch (this) {
            case WAITING, ACTIVE -> false;
            case RELEASED, EXPIRED, ABORTED, REVOKED, WITHDRAWN -> true;
        };
    }

    /** Returns whether a client may request the status. The others are set only by the machine. */
    public boolean mayBeAskedFor() {
        return switch (this) {
            case WAITING, EXPIRED -> false;
            case ACTIVE, RELEASED, ABORTED, REVOKED, WITHDRAWN -> true;
        };
    }

    /** Returns the status with this name in lower case, or null if it is unknown. */
    public static @Nullable ClaimStatus named(String text) {
        for (ClaimStatus status : ALL) {
            if (status.text.equals(text)) {
                return status;
            }
        }
        return null;
    }
}
