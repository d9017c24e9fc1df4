package io.holdfast.core.command;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What an entity has and a lock protects; a lock's scopes are some of these. The order is part of
 * the formats: only append.
 */
public enum EntityCollection {
    DATA,
    OPERATIONS,
    CONFIGURATIONS,
    FAULTS,
    BULK_DATA,
    MODES,
    SCRIPTS,
    LOGS,
    CYCLIC_SUBSCRIPTIONS;

    private static final EntityCollection[] ALL = values();

    private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** The name as clients write it. */
    public String text() {
        return text;
    }

    /** The names of all of them, in their order. */
    public static List<String> texts() {
        return Arrays.stream(ALL).map(EntityCollection::text).toList();
    }

    /** The collection of exactly that name; null where there is none. */
    public static @Nullable EntityCollection named(String text) {
        for (EntityCollection collection : ALL) {
            if (collection.text.equals(text)) {
                return collection;
            }
        }
        return null;
    }
}
