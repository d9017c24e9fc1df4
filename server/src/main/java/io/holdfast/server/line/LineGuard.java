package io.holdfast.server.line;

import io.holdfast.server.auth.AuthWatch;
import io.holdfast.server.auth.Authenticators;
import io.holdfast.server.auth.Decision;
import io.holdfast.server.auth.ConnectionLimit;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Who is let in to the line protocol, and how many may be there who have not shown yet who they
 * are: they have a cap of their own, so that they keep nobody out who is known.
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
     * @param strangersMax connections that have not shown who they are; 0 means no cap
     * @param keepsRevokedGrants whether grants outlive the credential of their connection
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

    /** Whether anybody is asked who they are. */
    boolean asks() {
        return !authenticators.isEmpty();
    }

    boolean keepsRevokedGrants() {
        return keepsRevokedGrants;
    }

    ConnectionLimit seats() {
        return seats;
    }

    /** Counts a stranger in; tells whether there was room. It has to leave in any case. */
    boolean strangerCame() {
        return strangers.incrementAndGet() <= strangersMax || strangersMax == 0;
    }

    /** It is known now, or gone. */
    void strangerLeft() {
        strangers.decrementAndGet();
    }

    int strangers() {
        return strangers.get();
    }

    Decision judge(LineCredentials credentials) {
        long now = System.nanoTime();
        return watch.closedSeconds(credentials.remote(), now) > 0
                ? new Decision.Unavailable("too many came in vain from there", 1)
                : authenticators.authenticate(credentials);
    }

    /** Somebody is turned away; whoever cannot be judged now is not to blame. */
    void failed(LineCredentials credentials, Decision decision) {
        String why = switch (decision) {
            case Decision.Refused(String reason) -> reason;
            case Decision.NotMine _ ->
                credentials.bearer() == null ? "nothing brought" : "nobody knows it";
            case Decision.Admitted _, Decision.Unavailable _, Decision.Later _ -> null;
        };
        if (why != null) {
            boolean guessed = credentials.bearer() != null;
            watch.failed(DIALECT, credentials.remote(), guessed, why, System.nanoTime());
        }
    }
}
