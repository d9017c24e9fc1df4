package io.holdfast.server.line;

import io.holdfast.core.command.Actor;
import io.holdfast.server.auth.Decision;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;
import io.holdfast.server.net.Remote;
import java.net.InetAddress;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * Who is at the other end of a connection, as far as that is known, and where it is counted.
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

    /** Whoever the certificate says, until the first request shows something else. */
    private Decision.@Nullable Admitted byCertificate;

    /** Whether nobody knows yet who is there. */
    private boolean stranger;

    /** Whose connections this one is counted among. */
    private Principal seated = Principal.NOBODY;

    LineIdentity(LineGuard guard, InetAddress address) {
        this.guard = guard;
        this.address = address;
        this.actor = new Actor(Actor.DEFAULT_TENANT, "", Remote.text(address));
    }

    Actor actor() {
        return actor;
    }

    InetAddress address() {
        return address;
    }

    /** Counts it among the strangers; tells whether there is room for one more. */
    boolean comes() {
        stranger = true;
        return guard.strangerCame();
    }

    /** A good certificate is enough, unless a token is shown too; tells whether it is good. */
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

    /** Whoever the certificate says; null where it says nothing. */
    Decision.@Nullable Admitted byCertificate() {
        return byCertificate;
    }

    /** Takes on who it is; false where that one has as many connections as it may. */
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

    /** Whether whoever came may still ask, and may ask for this. */
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
        return (needed == null || admitted.principal().is(needed)) && !isOver();
    }

    /** Whether the credential that let it in was revoked, or has expired. */
    boolean isOver() {
        return admitted.holds().isOver();
    }

    /** The connection is gone. */
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
