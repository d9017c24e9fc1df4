package io.holdfast.server.resources;

import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The names of the APIs in paths and queries, and the resource that a path names. */
final class Apis {

    /** The digest of a UUID. The UUID itself must not reach the audit log. */
    private static final Pattern POOL = Pattern.compile("[A-Za-z0-9_-]{22}");

    private static final String ALL =
            Arrays.stream(Space.values()).map(Apis::text).collect(Collectors.joining(", "));

    private Apis() {}

    static String text(Space space) {
        return space.name().toLowerCase(Locale.ROOT);
    }

    static @Nullable Space of(String api) {
        for (Space space : Space.values()) {
            if (text(space).equals(api)) {
                return space;
            }
        }
        return null;
    }

    static String unknown(String api) {
        return "unknown API \"" + api + "\"; expected one of " + ALL;
    }

    /** Returns the resource of the path {@code {api}/{key}}; null after a refusal. */
    static @Nullable ResourceName resource(Exchange exchange) {
        Space space = of(exchange.pathParameter(0));
        if (space == null) {
            exchange.refuse(Problem.NOT_FOUND, unknown(exchange.pathParameter(0)));
            return null;
        }
        if (space == Space.POOLS && !POOL.matcher(exchange.pathParameter(1)).matches()) {
            exchange.refuse(
                    Problem.BAD_REQUEST,
                    "a pool is named by the Holdfast-Resource header of GET /l/{id}, not by its"
                            + " UUID");
            return null;
        }
        return new ResourceName(exchange.actor().tenant(), space, exchange.pathParameter(1));
    }
}
