package io.holdfast.server.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** The one secret that all clients share. Whoever brings it may do everything. */
public final class SharedToken implements Authenticator {

    private static final Decision ADMITTED =
            new Decision.Admitted(Principal.SHARED, Decision.Holds.ALWAYS);

    private final byte[] secret;

    public SharedToken(String token) {
        if (token.isBlank()) {
            throw new IllegalArgumentException("an empty token protects nothing");
        }
        this.secret = token.strip().getBytes(StandardCharsets.UTF_8);
    }

    /** Takes as long for a wrong secret as for the right one: none is guessed by parts. */
    @Override
    public Decision authenticate(PresentedCredentials presented) {
        String bearer = presented.bearer();
        return bearer != null
                        && MessageDigest.isEqual(secret, bearer.getBytes(StandardCharsets.UTF_8))
                ? ADMITTED
                : Decision.NOT_MINE;
    }
}
