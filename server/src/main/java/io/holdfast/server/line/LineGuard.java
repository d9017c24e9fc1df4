package io.holdfast.server.line;

import io.holdfast.server.auth.AuthWatch;
import io.holdfast.server.auth.Authenticators;
import io.holdfast.server.auth.ConnectionLimit;
import io.holdfast.server.auth.Decision;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Authenticates connections of the line protocol and limits the unauthenticated ones. They have a
 * separate limit, so that they cannot lock out authenticated clients.
 *
 * <p>Threading: any thread.
 */
public final class LineGuard {

    private static final String DIALECT = "line";

    private final Authenticators authenticators;
    private final AuthWatch watch;
    private final ConnectionLimit seats;
    private final int strangersMax;
    private final boolean keepsRevokedGrants;
    private final AtomicInteger strangers = new AtomicInteger();

    /**
     * @param strangersMax maximum unauthenticated connections; 0 means no limit
     * @param keepsRevokedGrants true if grants outlive the credential of their connection
     */
    public LineGuard(
            Authenticators authenticators,
            AuthWatch watch,
            ConnectionLimit seats,
            int strangersMax,
            boolean keepsRevokedGrants) {
        this.authenticators = authenticators;
        this.watch = watch;
        this.seats = seats;
        this.strangersMax = strangersMax;
        this.keepsRevokedGrants = keepsRevokedGrants;
    }

    /** Returns whether authentication is configured. */
    boolean asks() {
        return !authenticators.isEmpty();
    }

    boolean keepsRevokedGrants() {
        return keepsRevokedGrants;
    }

    ConnectionLimit seats() {
        return seats;
    }

    /**
     * Counts an unauthenticated connection and returns whether the limit allows it. The caller must
     * call {@link #strangerLeft} in either case.
     */
    boolean strangerCame() {
        return strangers.incrementAndGet() <= strangersMax || strangersMax == 0;
    }

    /** Uncounts a connection that was authenticated or closed. */
    void strangerLeft() {
        strangers.decrementAndGet();
    }

    int strangers() {
        return strangers.get();
    }

    Decision judge(LineCredentials credentials) {
        long now = System.nanoTime();
        return watch.closedSeconds(credentials.remote(), now) > 0
                ? new Decision.Unavailable("too many failed attempts from this address", 1)
                : authenticators.authenticate(credentials);
    }

    /**
     * Reports a failed authentication. Temporary failures are not the client's fault and do not
     * count.
     */
    void failed(LineCredentials credentials, Decision decision) {
        String why = switch (decision) {
            case Decision.Refused(String reason) -> reason;
            case Decision.NotMine _ ->
                credentials.bearer() == null ? "no credential" : "unknown credential";
            case Decision.Admitted _, Decision.Unavailable _, Decision.Later _ -> null;
        };
        if (why != null) {
            boolean guessed = credentials.bearer() != null;
            watch.failed(DIALECT, credentials.remote(), guessed, why, System.nanoTime());
        }
    }
}
