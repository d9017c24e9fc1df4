package io.holdfast.server.auth.oidc;

import io.holdfast.log.Clock;
import io.holdfast.server.auth.Authenticator;
import io.holdfast.server.auth.Decision;
import io.holdfast.server.auth.PresentedCredentials;
import io.vertx.core.Vertx;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * Authenticates the issuer's access tokens. A cached token costs a digest, a new one a signature
 * check. A token that names an unknown key, or arrives before the keys, is decided asynchronously.
 */
public final class OidcTokens implements Authenticator, AutoCloseable {

    static final Decision UNKNOWN_KEY =
            new Decision.Refused("the token is signed with a key that its issuer does not publish");
    static final String NO_KEYS = "the issuer of tokens does not answer";

    private final TokenRules rules;
    private final IssuerKeys keys;
    private final VerifiedTokens verified = new VerifiedTokens();
    private final Clock clock;

    private OidcTokens(OidcOptions options, Vertx vertx, Clock clock) {
        this.rules = new TokenRules(options);
        Fetcher fetcher = new Fetcher(vertx, options.ca(), options.allowPrivate());
        this.keys = new IssuerKeys(new KeySource(options, fetcher)::load, clock);
        this.clock = clock;
    }

    /** Starts to fetch the issuer's keys, and does not wait for them. */
    public static OidcTokens start(OidcOptions options, Vertx vertx, Clock clock) {
        OidcTokens tokens = new OidcTokens(options, vertx, clock);
        tokens.keys.start();
        return tokens;
    }

    @Override
    public Decision authenticate(PresentedCredentials presented) {
        String bearer = presented.bearer();
        if (bearer == null || !AccessToken.hasForm(bearer)) {
            return Decision.NOT_MINE;
        }
        ByteBuffer digest = VerifiedTokens.digest(bearer);
        VerifiedTokens.Verified known = verified.find(digest, keys.current(), clock.wallMillis());
        if (known != null) {
            return admitted(known);
        }
        AccessToken token = AccessToken.read(bearer);
        return token == null ? Decision.NOT_MINE : judge(token, digest);
    }

    private Decision judge(AccessToken token, ByteBuffer digest) {
        KeySet current = keys.current();
        if (current == null) {
            CompletableFuture<Void> underWay = keys.underWay();
            return underWay == null
                    ? unavailable()
                    : new Decision.Later(underWay.thenApply(done -> judgeAgain(token, digest)));
        }
        TokenVerdict judgement = rules.judge(token, current, clock.wallMillis());
        if (judgement instanceof TokenVerdict.UnknownKey) {
            CompletableFuture<Void> asked = keys.ask();
            return asked == null
                    ? UNKNOWN_KEY
                    : new Decision.Later(asked.thenApply(done -> judgeAgain(token, digest)));
        }
        return decide(judgement, digest, current);
    }

    /** Decides after a fetch, without another one. */
    private Decision judgeAgain(AccessToken token, ByteBuffer digest) {
        KeySet current = keys.current();
        return current == null
                ? unavailable()
                : decide(rules.judge(token, current, clock.wallMillis()), digest, current);
    }

    private Decision decide(TokenVerdict judgement, ByteBuffer digest, KeySet with) {
        return switch (judgement) {
            case TokenVerdict.Good good -> {
                VerifiedTokens.Verified token = new VerifiedTokens.Verified(good, with);
                verified.add(digest, token, clock.wallMillis());
                yield admitted(token);
            }
            case TokenVerdict.Bad(String why) -> new Decision.Refused(why);
            case TokenVerdict.UnknownKey() -> UNKNOWN_KEY;
        };
    }

    private Decision admitted(VerifiedTokens.Verified token) {
        return new Decision.Admitted(
                token.token().principal(), () -> token.holds(keys.current(), clock.wallMillis()));
    }

    private Decision unavailable() {
        return new Decision.Unavailable(NO_KEYS, keys.retrySeconds());
    }

    @Override
    public void close() {
        keys.close();
    }
}
