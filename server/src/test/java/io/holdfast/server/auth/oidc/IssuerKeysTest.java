package io.holdfast.server.auth.oidc;

import static io.holdfast.server.auth.oidc.Bench.admitted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import io.holdfast.server.SelfSigned;
import io.holdfast.server.auth.Decision;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Line 14 of the security checklist: how and how often the keys are fetched. */
final class IssuerKeysTest {

    private final Bench bench = new Bench();

    @TempDir
    Path directory;

    @AfterEach
    void close() {
        bench.close();
    }

    private String signedBy(ECKey key) {
        return Issuer.sign(
                Issuer.header("ES256", key),
                key,
                bench.issuer.claims(bench.clock.wallMillis(), claims -> {}));
    }

    private static void assertUnavailable(Decision decision) {
        assertThat(decision)
                .isInstanceOfSatisfying(
                        Decision.Unavailable.class,
                        unavailable -> assertThat(unavailable.why()).isEqualTo(OidcTokens.NO_KEYS));
    }

    @Test
    void keysAreFoundThroughDiscoveryDocument() {
        admitted(bench.start().decide(bench.goodToken()));

        assertThat(bench.issuer.requests(Issuer.DOCUMENT)).isOne();
        assertThat(bench.issuer.keyRequests()).isOne();
    }

    @Test
    void configuredKeysUrlSkipsDiscovery() {
        admitted(bench.start(bench.withKeysAt(bench.issuer.keysUrl())).decide(bench.goodToken()));

        assertThat(bench.issuer.requests(Issuer.DOCUMENT)).isZero();
    }

    @Test
    void discoveryDocumentOfAnotherIssuerIsRejected() {
        bench.issuer.answer(
                Issuer.DOCUMENT,
                Issuer.json("{\"issuer\":\"https://other.example.org\",\"jwks_uri\":\""
                        + bench.issuer.keysUrl() + "\"}"));

        assertUnavailable(bench.start().decide(bench.goodToken()));
        assertThat(bench.issuer.keyRequests()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///etc/passwd",
                "ftp://127.0.0.1/keys",
                "http://user:secret@127.0.0.1/keys",
                "relative",
                "null"
            })
    void keysUrlMustBeAPlainHttpUrl(String keysUrl) {
        bench.issuer.answer(
                Issuer.DOCUMENT,
                Issuer.json("{\"issuer\":\"" + bench.issuer.url() + "\",\"jwks_uri\":\"" + keysUrl
                        + "\"}"));

        assertUnavailable(bench.start().decide(bench.goodToken()));
    }

    @Test
    void unknownKeyIsFetchedAtMostOncePerMinute() {
        ECKey unknown = Issuer.ec("unknown", Curve.P_256);
        bench.start();
        admitted(bench.decide(bench.goodToken()));

        assertThat(bench.decide(signedBy(unknown))).isEqualTo(OidcTokens.UNKNOWN_KEY);
        assertThat(bench.issuer.keyRequests()).isEqualTo(2);
        assertThat(bench.decideNow(signedBy(unknown))).isEqualTo(OidcTokens.UNKNOWN_KEY);
        assertThat(bench.decideNow(signedBy(Issuer.ec("another", Curve.P_256))))
                .isEqualTo(OidcTokens.UNKNOWN_KEY);
        bench.clock.advanceSeconds(59);
        assertThat(bench.decideNow(signedBy(unknown))).isEqualTo(OidcTokens.UNKNOWN_KEY);
        assertThat(bench.issuer.keyRequests()).isEqualTo(2);

        bench.clock.advanceSeconds(1);
        assertThat(bench.decideNow(signedBy(unknown))).isInstanceOf(Decision.Later.class);
    }

    @Test
    void newKeyIsFetchedAndWithdrawnKeyInvalidatesTokens() {
        String old = bench.goodToken();
        bench.start();
        admitted(bench.decide(old));
        ECKey next = Issuer.ec("next", Curve.P_256);
        bench.issuer.publish(Issuer.RSA, next);

        admitted(bench.decide(signedBy(next)));
        admitted(bench.decideNow(old));

        bench.issuer.publish(next);
        bench.clock.advanceSeconds(IssuerKeys.REFRESH.toSeconds());
        // Completes after the fetch that the clock started, because it shares or follows that
        // fetch.
        bench.decide(signedBy(Issuer.ec("unknown", Curve.P_256)));
        assertThat(bench.decideNow(old)).isEqualTo(OidcTokens.UNKNOWN_KEY);
        admitted(bench.decideNow(signedBy(next)));
    }

    @Test
    void redirectIsNotFollowed() {
        try (Issuer elsewhere = Issuer.start()) {
            bench.issuer.answer(Issuer.KEYS, Issuer.redirect(elsewhere.keysUrl()));

            assertUnavailable(bench.start().decide(bench.goodToken()));
            assertThat(bench.issuer.keyRequests()).isOne();
            assertThat(elsewhere.requests()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Fetcher.BYTES_MAX + 1, 10 * Fetcher.BYTES_MAX})
    void oversizedDocumentIsRejected(int bytes) {
        String keys = new com.nimbusds.jose.jwk.JWKSet(Issuer.RSA).toString(true);
        bench.issuer.answer(Issuer.KEYS, Issuer.json(keys + " ".repeat(bytes - keys.length())));

        assertUnavailable(bench.start().decide(bench.goodToken()));
    }

    @Test
    void documentOfMaximumSizeIsAccepted() {
        String keys = new com.nimbusds.jose.jwk.JWKSet(Issuer.RSA).toString(true);
        bench.issuer.answer(
                Issuer.KEYS, Issuer.json(keys + " ".repeat(Fetcher.BYTES_MAX - keys.length())));

        admitted(bench.start().decide(bench.goodToken()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "[]", "{}", "{\"keys\":[]}", "<html>", "{\"keys\":[{\"kty\":\"RSA\"}]}"})
    void invalidKeySetIsRejected(String body) {
        bench.issuer.answer(Issuer.KEYS, Issuer.json(body));

        assertUnavailable(bench.start().decide(bench.goodToken()));
    }

    @Test
    void silentIssuerTimesOut() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        bench.issuer.answer(Issuer.KEYS, exchange -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        assertUnavailable(bench.start().decide(bench.goodToken()));
        end.countDown();
    }

    @Test
    void issuerDownAtStartIsRetriedUntilItIsUp() {
        bench.issuer.answer(Issuer.DOCUMENT, Issuer.NONE);
        bench.start();
        String token = bench.goodToken();
        assertUnavailable(bench.decide(token));
        assertUnavailable(bench.decideNow(token));

        bench.issuer.answer(
                Issuer.DOCUMENT,
                Issuer.json("{\"issuer\":\"" + bench.issuer.url() + "\",\"jwks_uri\":\""
                        + bench.issuer.keysUrl() + "\"}"));
        assertUnavailable(bench.decideNow(token));
        bench.clock.advanceSeconds(2);
        admitted(bench.decide(token));
    }

    @Test
    void failedFetchIsRetriedAfterAnyError() {
        String json = new com.nimbusds.jose.jwk.JWKSet(Issuer.RSA).toString(true);
        AtomicBoolean first = new AtomicBoolean(true);
        IssuerKeys keys = new IssuerKeys(
                () -> {
                    if (first.getAndSet(false)) {
                        throw new StackOverflowError();
                    }
                    try {
                        return KeySet.parse(json);
                    } catch (ParseException e) {
                        throw new IOException(e);
                    }
                },
                bench.clock);

        keys.start();
        awaitFetch(keys);
        assertThat(keys.current()).isNull();
        bench.clock.advanceSeconds(2);
        awaitFetch(keys);
        assertThat(keys.current()).isNotNull();
        keys.close();
    }

    private static void awaitFetch(IssuerKeys keys) {
        CompletableFuture<Void> underWay = keys.underWay();
        if (underWay != null) {
            underWay.orTimeout(30, TimeUnit.SECONDS).join();
        }
    }

    @Test
    void keysSurviveAnIssuerOutageOfOneDay() {
        bench.start();
        String token = bench.token(claims -> claims.claim("exp", bench.nowSeconds() + 200_000));
        admitted(bench.decide(token));
        bench.issuer.answer(Issuer.DOCUMENT, Issuer.NONE);

        bench.clock.advanceSeconds(IssuerKeys.KEPT.toSeconds() - 1);
        admitted(bench.decideNow(token));
        bench.clock.advanceSeconds(1);
        assertUnavailable(bench.decide(token));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.0.0.1",
                "172.31.0.1",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "0.0.0.0",
                "224.0.0.1",
                "::1",
                "::",
                "fe80::1",
                "fd00::1",
                "::ffff:127.0.0.1",
                "64:ff9b::7f00:1",
                "2002:7f00:1::"
            })
    void privateAddressesAreNotPublic(String address) {
        assertThat(PublicAddresses.hold(InetAddress.ofLiteral(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111"})
    void publicAddressesArePublic(String address) {
        assertThat(PublicAddresses.hold(InetAddress.ofLiteral(address))).isTrue();
    }

    private OidcOptions at(String issuer, @Nullable Path ca, boolean allowPrivate) {
        OidcOptions base = bench.options();
        return new OidcOptions(
                issuer, base.audiences(), null, null, null, null, base.roles(), ca, allowPrivate);
    }

    @Test
    void privateIssuerAddressIsNotContactedByDefault() {
        String issuer = "https://127.0.0.1:" + bench.issuer.port();

        assertUnavailable(bench.start(at(issuer, null, false)).decide(bench.goodToken()));
        assertThat(bench.issuer.requests()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://issuer.example.org",
                "https://user@issuer.example.org",
                "https://issuer.example.org/#x",
                "https:///x",
                "file:///etc/passwd"
            })
    void issuerUrlMustBePlainHttps(String issuer) {
        assertThatThrownBy(() -> at(issuer, null, false))
                .isInstanceOf(IllegalArgumentException.class);
        OidcOptions base = bench.options();
        assertThatThrownBy(() -> new OidcOptions(
                        "https://issuer.example.org",
                        base.audiences(),
                        URI.create(issuer),
                        null,
                        null,
                        null,
                        base.roles(),
                        null,
                        false))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void issuerCertificateMustBeTrustedAndMatchItsHost() throws Exception {
        SelfSigned own = SelfSigned.in(directory);
        try (Bench secure = new Bench(Issuer.start(own.showingTo(own)))) {
            String token = secure.goodToken();
            String url = secure.issuer.url();
            assertThat(url).startsWith("https://127.0.0.1:");

            admitted(secure.start(at(url, own.certificate(), true)).decide(token));
        }
        try (Bench unknown = new Bench(Issuer.start(own.showingTo(own)))) {
            assertUnavailable(unknown.start(at(unknown.issuer.url(), null, true))
                    .decide(unknown.goodToken()));
            assertThat(unknown.issuer.requests()).isZero();
        }
        SelfSigned others =
                SelfSigned.in(directory.resolve("others"), "CN=other", "SAN=ip:127.0.0.9");
        try (Bench misnamed = new Bench(Issuer.start(others.showingTo(others)))) {
            assertUnavailable(misnamed.start(at(misnamed.issuer.url(), others.certificate(), true))
                    .decide(misnamed.goodToken()));
            assertThat(misnamed.issuer.requests()).isZero();
        }
    }
}
