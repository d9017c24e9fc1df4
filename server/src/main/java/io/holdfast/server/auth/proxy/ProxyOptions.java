package io.holdfast.server.auth.proxy;

import io.holdfast.server.auth.RoleMap;
import io.holdfast.server.edge.Networks;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which proxies are trusted to say who asks, and where they say it.
 *
 * @param header the header with the name
 * @param from the addresses of the proxies
 * @param tenantHeader the header with the tenant; null where all are of one
 * @param rolesHeader the header with groups; null where the role map's otherwise holds for all
 */
public record ProxyOptions(
        String header,
        Networks from,
        @Nullable String tenantHeader,
        @Nullable String rolesHeader,
        RoleMap roles) {

    /** All headers that nobody but the proxies may send. */
    public List<String> headers() {
        return Stream.of(header, tenantHeader, rolesHeader)
                .filter(Objects::nonNull)
                .toList();
    }
}
