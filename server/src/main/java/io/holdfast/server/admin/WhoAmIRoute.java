package io.holdfast.server.admin;

import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;
import io.holdfast.server.http.Dialect;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Route;
import io.holdfast.server.text.JsonValues;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells a client who it is and which role it has, so that a user interface offers only what is
 * allowed. A refused attempt is audited, and trying is therefore not a way to find out.
 */
public final class WhoAmIRoute {

    private WhoAmIRoute() {}

    public static Route of(Dialect dialect) {
        return Route.of("GET", "/v1/whoami", dialect, "whoAmI", WhoAmIRoute::handle)
                .needs(Role.READER);
    }

    private static void handle(Exchange exchange) {
        Principal principal = exchange.principal();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("authenticated", !principal.equals(Principal.ANYONE));
        json.put("name", principal.name());
        if (principal.agent() != null) {
            json.put("agent", principal.agent());
        }
        json.put("tenant", principal.tenant());
        json.put("role", highest(principal).text());
        exchange.header("Cache-Control", "no-store").reply(200, JsonValues.bytes(json));
    }

    /** Returns the role that includes the others. */
    private static Role highest(Principal principal) {
        Role highest = Role.READER;
        for (Role role : principal.roles()) {
            highest = role.compareTo(highest) > 0 ? role : highest;
        }
        return highest;
    }
}
