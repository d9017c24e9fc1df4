package io.holdfast.server.auth.oidc;

import io.holdfast.server.auth.Principal;

/** The result of a token's validation. */
sealed interface TokenVerdict {

    /**
     * Valid.
     *
     * @param endsMillis until this time of the wall clock
     */
    record Good(Principal principal, long endsMillis) implements TokenVerdict {}

    /** Invalid; the text tells the client what to change, and reveals nothing of the token. */
    record Bad(String why) implements TokenVerdict {}

    /** Signed with a key that is not among the known keys. */
    record UnknownKey() implements TokenVerdict {}

    TokenVerdict UNKNOWN_KEY = new UnknownKey();
    TokenVerdict MALFORMED = new Bad("the token is malformed");
    TokenVerdict ALGORITHM = new Bad("the token is not signed with an accepted algorithm");
    TokenVerdict CRITICAL = new Bad("the token demands an extension that is not known here");
    TokenVerdict TYPE = new Bad("the token is not an access token");
    TokenVerdict SIGNATURE = new Bad("the token's signature is wrong");
    TokenVerdict ISSUER = new Bad("the token is of another issuer");
    TokenVerdict AUDIENCE = new Bad("the token is meant for another audience");
    TokenVerdict ENDLESS = new Bad("the token does not say when it expires");
    TokenVerdict EXPIRED = new Bad("the token is expired");
    TokenVerdict EARLY = new Bad("the token is not valid yet");
    TokenVerdict BOUND = new Bad("the token is bound to a key, which is not checked here");
    TokenVerdict NAMELESS = new Bad("the token has no valid name");
    TokenVerdict NO_TENANT = new Bad("the token names no tenant");
}
