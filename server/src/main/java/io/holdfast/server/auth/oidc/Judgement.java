package io.holdfast.server.auth.oidc;

import io.holdfast.server.auth.Principal;

/** What a token turns out to be. */
sealed interface Judgement {

    /**
     * Genuine and good.
     *
     * @param endsMillis until when, on the wall clock
     */
    record Good(Principal principal, long endsMillis) implements Judgement {}

    /** Not to be believed; the text tells its bearer what to change, and nothing of the token. */
    record Bad(String why) implements Judgement {}

    /** Signed with a key that is not among the issuer's, as far as they are known. */
    record UnknownKey() implements Judgement {}

    Judgement UNKNOWN_KEY = new UnknownKey();
    Judgement MALFORMED = new Bad("the token is malformed");
    Judgement ALGORITHM = new Bad("the token is not signed with an accepted algorithm");
    Judgement CRITICAL = new Bad("the token demands an extension that is not known here");
    Judgement TYPE = new Bad("the token is no access token");
    Judgement SIGNATURE = new Bad("the token's signature is wrong");
    Judgement ISSUER = new Bad("the token is of another issuer");
    Judgement AUDIENCE = new Bad("the token is meant for another audience");
    Judgement ENDLESS = new Bad("the token does not say when it expires");
    Judgement EXPIRED = new Bad("the token is expired");
    Judgement EARLY = new Bad("the token is not valid yet");
    Judgement BOUND = new Bad("the token is bound to a key, which is not checked here");
    Judgement NAMELESS = new Bad("the token names nobody that can be");
    Judgement NO_TENANT = new Bad("the token names no tenant");
}
