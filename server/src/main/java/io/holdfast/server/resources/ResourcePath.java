package io.holdfast.server.resources;

import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import io.holdfast.server.edge.ApiNames;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the resource that a path names by {@code {api}/{key}}. */
final class ResourcePath {

    /** The digest of a UUID. The UUID itself must not reach the audit log. */
    private static final Pattern POOL = Pattern.compile("[A-Za-z0-9_-]{22}");

    private ResourcePath() {}

    /** Returns the number after the resource; -1 if it is not one. */
    static long number(Exchange exchange) {
        try {
            return Long.parseLong(exchange.pathParameter(2));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Returns null if the path names none, which has been answered. */
    static @Nullable ResourceName of(Exchange exchange) {
        String api = exchange.pathParameter(0);
        String key = exchange.pathParameter(1);
        Space space = ApiNames.find(api);
        if (space == null) {
            exchange.refuse(Problem.NOT_FOUND, ApiNames.unknown(api));
            return null;
        }
        if (space == Space.POOLS && !POOL.matcher(key).matches()) {
            exchange.refuse(
                    Problem.BAD_REQUEST,
                    "a pool is named by the Holdfast-Resource header of GET /l/{id}, not by its"
                            + " UUID");
            return null;
        }
        return new ResourceName(exchange.actor().tenant(), space, key);
    }
}
