package io.holdfast.server.line;

import io.holdfast.core.value.Actor;
import io.holdfast.server.auth.Decision;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.Owners;
import io.holdfast.server.net.Remote;
import java.net.InetAddress;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * The principal of a connection, if authenticated, and the limits that the connection counts
 * towards.
 *
 * <p>Threading: the connection's event loop.
 */
final class LineIdentity {

    private static final Decision.Admitted ANYONE =
            new Decision.Admitted(Principal.ANYONE, Decision.Holds.ALWAYS);

    private final LineGuard guard;
    private final InetAddress address;
    private Actor actor;
    private Decision.Admitted admitted = ANYONE;

    /**
     * The certificate's principal, which applies unless the first request presents a credential.
     */
    private Decision.@Nullable Admitted byCertificate;

    /** True while the connection counts as unauthenticated. */
    private boolean stranger;

    /** The principal whose connection limit this connection counts towards. */
    private Principal seated = Principal.NOBODY;

    LineIdentity(LineGuard guard, InetAddress address) {
        this.guard = guard;
        this.address = address;
        this.actor = new Actor(Actor.DEFAULT_TENANT, "", Remote.text(address));
    }

    Actor actor() {
        return actor;
    }

    /** Returns the name that others see; null if there is none. */
    @Nullable
    String displayName() {
        return Owners.orNone(admitted.principal().displayName());
    }

    InetAddress address() {
        return address;
    }

    /** Counts the connection as unauthenticated and returns whether the limit allows it. */
    boolean comes() {
        stranger = true;
        return guard.strangerCame();
    }

    /**
     * Authenticates the certificate and returns whether it is valid. It suffices unless the client
     * also presents a token.
     */
    boolean shows(X509Certificate certificate) {
        if (!stranger) {
            return false;
        }
        LineCredentials shown = new LineCredentials(null, address, certificate);
        Decision decision = guard.judge(shown);
        if (decision instanceof Decision.Admitted by) {
            byCertificate = by;
            known();
            return true;
        }
        guard.failed(shown, decision);
        return false;
    }

    /** Returns the certificate's principal, or null if there is none. */
    Decision.@Nullable Admitted byCertificate() {
        return byCertificate;
    }

    /** Sets the principal, or returns false if it has reached its connection limit. */
    boolean enters(Decision.Admitted by) {
        Principal principal = by.principal();
        if (!guard.seats().take(principal)) {
            return false;
        }
        seated = principal;
        admitted = by;
        actor = new Actor(principal.tenant(), principal.name(), actor.address());
        known();
        return true;
    }

    /** Returns whether the principal's role authorizes this request. */
    boolean mayAsk(LineRequest request) {
        Role needed = switch (request) {
            case LineRequest.OnKey _ -> Role.USER;
            case LineRequest.Stats() -> Role.READER;
            case LineRequest.Ping(),
                    LineRequest.StableRef(),
                    LineRequest.Auth _,
                    LineRequest.Bad(),
                    LineRequest.Http() -> null;
        };
        return needed == null || admitted.principal().is(needed);
    }

    /** Returns whether the connection's credential has expired or was revoked. */
    boolean isOver() {
        return admitted.holds().isOver();
    }

    /** Releases the limits when the connection is closed. */
    void leaves() {
        known();
        guard.seats().giveBack(seated);
        seated = Principal.NOBODY;
    }

    private void known() {
        if (stranger) {
            stranger = false;
            guard.strangerLeft();
        }
    }
}
