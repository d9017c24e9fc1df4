package io.holdfast.core.value;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The collections of an entity, which a lock protects; a lock's scopes are a subset of them. The
 * order is part of the formats: only append.
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

    /** Returns the name as clients write it. */
    public String text() {
        return text;
    }

    /** Returns all names, in order. */
    public static List<String> texts() {
        return Arrays.stream(ALL).map(EntityCollection::text).toList();
    }

    /** Returns the collection with exactly this name, or null if it is unknown. */
    public static @Nullable EntityCollection named(String text) {
        for (EntityCollection collection : ALL) {
            if (collection.text.equals(text)) {
                return collection;
            }
        }
        return null;
    }
}
