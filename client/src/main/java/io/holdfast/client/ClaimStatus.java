package io.holdfast.client;

import java.util.Locale;

/** The status of a claim. */
public enum ClaimStatus {
    WAITING,
    ACTIVE,
    RELEASED,
    ABORTED,
    WITHDRAWN,
    REVOKED,
    EXPIRED;

    /** Returns true if the claim neither holds its resource nor waits for it. */
    public boolean isFinal() {
        return this != WAITING && this != ACTIVE;
    }

    /** Returns the name in the API. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static ClaimStatus of(String text) {
        for (ClaimStatus status : values()) {
            if (status.text().equals(text)) {
                return status;
            }
        }
        throw new HoldfastException("bad_reply", 200, "unknown status of a claim: " + text);
    }
}
