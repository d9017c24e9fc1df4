package io.holdfast.server.claims;

import java.util.LinkedHashMap;
import java.util.Map;

/** A request that the claims API rejects, with an error for each invalid part. */
final class BadClaim extends Exception {

    private static final long serialVersionUID = 1L;

    /** A name comes from the client and may have any length. */
    private static final int NAME_CHARACTERS_MAX = 64;

    private final transient Map<String, String> faults = new LinkedHashMap<>();

    BadClaim() {
        // Client input causes it, so a stack trace would only cost time.
        super(null, null, false, false);
    }

    BadClaim(String name, String fault) {
        this();
        add(name, fault);
    }

    void add(String name, String fault) {
        boolean longName = name.length() > NAME_CHARACTERS_MAX;
        faults.put(longName ? name.substring(0, NAME_CHARACTERS_MAX) + "..." : name, fault);
    }

    boolean isEmpty() {
        return faults.isEmpty();
    }

    Map<String, String> faults() {
        return faults;
    }

    String message() {
        return String.join("; ", faults.values());
    }
}
