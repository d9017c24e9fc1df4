package io.holdfast.server.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** The secret that all clients share. It grants all roles. */
public final class SharedToken implements Authenticator {

    private static final Decision ADMITTED =
            new Decision.Admitted(Principal.SHARED, Decision.Holds.ALWAYS);

    private final byte[] secret;

    public SharedToken(String token) {
        if (token.isBlank()) {
            throw new IllegalArgumentException("the token is empty");
        }
        this.secret = token.strip().getBytes(StandardCharsets.UTF_8);
    }

    /** Compares in constant time, so that the secret cannot be guessed in parts. */
    @Override
    public Decision authenticate(PresentedCredentials presented) {
        String bearer = presented.bearer();
        return bearer != null
                        && MessageDigest.isEqual(secret, bearer.getBytes(StandardCharsets.UTF_8))
                ? ADMITTED
                : Decision.NOT_MINE;
    }
}
