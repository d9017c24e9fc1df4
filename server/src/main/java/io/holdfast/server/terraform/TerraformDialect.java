package io.holdfast.server.terraform;

import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Dialect;
import io.holdfast.server.http.ErrorShape;
import io.holdfast.server.http.Handler;
import io.holdfast.server.http.Route;
import io.holdfast.server.locks.LocksDialect;

import java.util.List;

/**
 * Defines the routes of {@code lock_address} and {@code unlock_address}. There is no GET: as the
 * {@code address} of a state, a 404 would mean an empty state.
 */
public final class TerraformDialect {

    private static final Dialect DIALECT =
            new Dialect("terraform", ErrorShape.JSON, LocksDialect.DIALECT.refusals());
    private static final String PATH = "/v1/terraform/{key}";

    private TerraformDialect() {}

    /** @param dataBytesMax the largest LockInfo that a claim can have as its user data */
    public static List<Route> routes(Requests requests, int dataBytesMax) {
        StateLocks locks = new StateLocks(requests);
        int bytesMax = Math.min(dataBytesMax, LockInfo.BYTES_MAX);
        return List.of(
                route("LOCK", "lockState", locks::lock, bytesMax),
                route("UNLOCK", "unlockState", locks::unlock, bytesMax),
                route("POST", "postStateLock", locks::lock, bytesMax),
                route("DELETE", "deleteStateLock", locks::unlock, bytesMax));
    }

    private static Route route(String method, String operation, Handler handler, int bytesMax) {
        return Route.of(method, PATH, DIALECT, operation, handler)
                .needs(Role.USER)
                .withBodyMaxBytes(bytesMax)
                .withPasswordAsToken();
    }
}
