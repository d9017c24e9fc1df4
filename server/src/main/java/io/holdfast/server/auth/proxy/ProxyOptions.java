package io.holdfast.server.auth.proxy;

import io.holdfast.server.auth.RoleMap;
import io.holdfast.server.net.Networks;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The trusted proxies, and the headers in which they name the user.
 *
 * @param header the header with the name
 * @param from the addresses of the proxies
 * @param tenantHeader the header with the tenant; null if all users belong to the default tenant
 * @param rolesHeader the header with groups; null if all users have the role map's default
 */
public record ProxyOptions(
        String header,
        Networks from,
        @Nullable String tenantHeader,
        @Nullable String rolesHeader,
        RoleMap roles) {

    /** Returns all headers that only the proxies may send. */
    public List<String> headers() {
        return Stream.of(header, tenantHeader, rolesHeader)
                .filter(Objects::nonNull)
                .toList();
    }
}
