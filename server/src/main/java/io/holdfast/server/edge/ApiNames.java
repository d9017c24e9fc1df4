package io.holdfast.server.edge;

import io.holdfast.core.value.Space;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The names of the APIs in paths, queries and documents. */
public final class ApiNames {

    private static final String ALL =
            Arrays.stream(Space.values()).map(ApiNames::of).collect(Collectors.joining(", "));

    private ApiNames() {}

    public static String of(Space space) {
        return space.name().toLowerCase(Locale.ROOT);
    }

    /** Returns null if no API has that name. */
    public static @Nullable Space find(String name) {
        for (Space space : Space.values()) {
            if (of(space).equals(name)) {
                return space;
            }
        }
        return null;
    }

    /** Returns the message for a name that no API has. */
    public static String unknown(String name) {
        return "unknown API \"" + name + "\"; expected one of " + ALL;
    }
}
