package io.holdfast.server.auth.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import io.holdfast.server.FakeClock;
import io.holdfast.server.auth.Decision;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;
import io.holdfast.server.auth.RoleMap;
import io.holdfast.server.auth.Shown;
import io.holdfast.server.net.EventLoops;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An issuer, a clock that the test advances, and the authenticator under test. */
final class Bench implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 30;

    final FakeClock clock = new FakeClock();
    final Issuer issuer;
    private final Vertx vertx = EventLoops.start(1);
    private @Nullable OidcTokens tokens;

    Bench() {
        this(Issuer.start());
    }

    Bench(Issuer issuer) {
        this.issuer = issuer;
    }

    /** Returns the default options. */
    OidcOptions options() {
        return new OidcOptions(
                issuer.url(),
                Set.of("holdfast", "locks"),
                null,
                null,
                null,
                new ClaimPath("realm_access.roles"),
                RoleMap.parse(List.of("lock-users=user", "lock-admins=admin"), Set.of(Role.READER)),
                null,
                true);
    }

    OidcOptions withKeysAt(String url) {
        OidcOptions base = options();
        return new OidcOptions(
                base.issuer(),
                base.audiences(),
                URI.create(url),
                null,
                null,
                base.rolesClaim(),
                base.roles(),
                null,
                true);
    }

    Bench start() {
        return start(options());
    }

    Bench start(OidcOptions options) {
        tokens = OidcTokens.start(options, vertx, clock);
        return this;
    }

    /** Returns the decision on a token and waits for the issuer if necessary. */
    Decision decide(String token) {
        Decision decision = decideNow(token);
        if (decision instanceof Decision.Later(var later)) {
            return later.toCompletableFuture()
                    .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .join();
        }
        return decision;
    }

    /** Returns the immediate decision on a token. */
    Decision decideNow(String token) {
        return Objects.requireNonNull(tokens, "not started").authenticate(Shown.bearer(token));
    }

    String token(Consumer<JWTClaimsSet.Builder> change) {
        return issuer.token(clock.wallMillis(), change);
    }

    String goodToken() {
        return token(claims -> {});
    }

    Decision decideOn(Consumer<JWTClaimsSet.Builder> change) {
        return decide(token(change));
    }

    long nowSeconds() {
        return clock.wallMillis() / 1000;
    }

    static Principal admitted(Decision decision) {
        assertThat(decision).isInstanceOf(Decision.Admitted.class);
        return ((Decision.Admitted) decision).principal();
    }

    static void assertRefused(Decision decision, TokenVerdict why) {
        assertThat(decision).isEqualTo(new Decision.Refused(((TokenVerdict.Bad) why).why()));
    }

    @Override
    public void close() {
        if (tokens != null) {
            tokens.close();
        }
        issuer.close();
        vertx.close().await();
    }
}
