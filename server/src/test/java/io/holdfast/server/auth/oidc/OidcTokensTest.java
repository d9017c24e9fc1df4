package io.holdfast.server.auth.oidc;

import static io.holdfast.server.auth.oidc.Bench.admitted;
import static io.holdfast.server.auth.oidc.Bench.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.holdfast.server.auth.Decision;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Line 13 of the security checklist: which tokens are accepted. */
final class OidcTokensTest {

    private final Bench bench = new Bench();

    @AfterEach
    void close() {
        bench.close();
    }

    private JWTClaimsSet good() {
        return bench.issuer.claims(bench.clock.wallMillis(), claims -> {});
    }

    @Test
    void validTokenYieldsPrincipalAndRoles() {
        Principal alice = admitted(bench.start()
                .decideOn(claims -> claims.claim(
                        "realm_access",
                        Map.of("roles", List.of("offline_access", "lock-admins")))));

        assertThat(alice.name()).isEqualTo("alice");
        assertThat(alice.person()).isTrue();
        assertThat(alice.tenant()).isEqualTo("default");
        assertThat(alice.is(Role.ADMIN)).isTrue();
    }

    @Test
    void unmappedRoleGetsTheDefaultRole() {
        Principal alice = admitted(bench.start()
                .decideOn(
                        claims -> claims.claim("realm_access", Map.of("roles", List.of("admin")))));

        assertThat(alice.is(Role.READER)).isTrue();
        assertThat(alice.is(Role.USER)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512"})
    void rsaSignaturesAreAccepted(String algorithm) {
        String token = Issuer.sign(Issuer.header(algorithm, Issuer.RSA), Issuer.RSA, good());

        admitted(bench.start().decide(token));
    }

    @ParameterizedTest
    @CsvSource({"ES256,P-256", "ES384,P-384", "ES512,P-521"})
    void ellipticCurveSignaturesAreAccepted(String algorithm, String curve) {
        ECKey key = Issuer.ec("ec", Curve.parse(curve));
        bench.issuer.publish(Issuer.RSA, key);

        admitted(bench.start().decide(Issuer.sign(Issuer.header(algorithm, key), key, good())));
    }

    @Test
    void unsignedTokenIsRejected() {
        String header = Base64URL.encode("{\"alg\":\"none\"}").toString();
        String claims = Base64URL.encode(good().toString()).toString();

        assertRefused(bench.start().decide(header + "." + claims + "."), TokenVerdict.ALGORITHM);
        String other = Base64URL.encode("{\"alg\":\"nOnE\"}").toString();
        assertRefused(bench.decide(other + "." + claims + "."), TokenVerdict.ALGORITHM);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "ES256"})
    void truncatedSignatureIsRejected(String algorithm) {
        JWK key = algorithm.equals("RS256") ? Issuer.RSA : Issuer.ec("ec", Curve.P_256);
        bench.issuer.publish(key);
        String token = Issuer.sign(Issuer.header(algorithm, key), key, good());
        String cut = token.substring(0, token.lastIndexOf('.') + 1);
        bench.start();

        assertThat(bench.decide(cut)).isInstanceOf(Decision.Refused.class);
        assertRefused(bench.decide(cut + Base64URL.encode(new byte[64])), TokenVerdict.SIGNATURE);
    }

    @Test
    void publicKeyIsNotAcceptedAsHmacSecret() throws JOSEException {
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.HS256)
                .keyID(Issuer.RSA.getKeyID())
                .build();
        bench.start();
        for (byte[] secret : List.of(
                Issuer.RSA.toRSAPublicKey().getEncoded(),
                Issuer.RSA
                        .toPublicJWK()
                        .toJSONString()
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8),
                Issuer.RSA.getModulus().decode())) {
            SignedJWT token = new SignedJWT(header, good());
            token.sign(new MACSigner(secret));

            assertRefused(bench.decide(token.serialize()), TokenVerdict.ALGORITHM);
        }
    }

    @Test
    void symmetricKeyOfIssuerIsNotUsed() throws JOSEException {
        byte[] secret = new byte[32];
        bench.issuer.publish(
                Issuer.RSA, new OctetSequenceKey.Builder(secret).keyID("oct").build());
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("oct").build(), good());
        token.sign(new MACSigner(secret));

        assertRefused(bench.start().decide(token.serialize()), TokenVerdict.ALGORITHM);
    }

    @Test
    void signatureByAnotherKeyIsRejected() {
        RSAKey other = Issuer.rsa(Issuer.RSA.getKeyID());

        assertRefused(
                bench.start().decide(Issuer.sign(Issuer.header("RS256", other), other, good())),
                TokenVerdict.SIGNATURE);
    }

    @Test
    void modifiedTokenIsRejected() {
        String[] parts = bench.goodToken().split("\\.");
        String admin = Base64URL.encode(good().toString().replace("\"alice\"", "\"root\""))
                .toString();

        assertRefused(
                bench.start().decide(parts[0] + "." + admin + "." + parts[2]),
                TokenVerdict.SIGNATURE);
    }

    @Test
    void tokenWithoutKeyIdIsTriedWithKeysOfItsType() {
        bench.issuer.publish(Issuer.ec("ec", Curve.P_256), Issuer.RSA);

        admitted(bench.start()
                .decide(Issuer.sign(Issuer.header("RS256", null), Issuer.RSA, good())));
    }

    @Test
    void keyIsUsedForItsOwnAlgorithmOnly() {
        bench.issuer.publish(
                new RSAKey.Builder(Issuer.RSA).algorithm(JWSAlgorithm.RS256).build());
        bench.start();

        admitted(bench.decide(bench.goodToken()));
        assertThat(bench.decide(
                        Issuer.sign(Issuer.header("PS256", Issuer.RSA), Issuer.RSA, good())))
                .isEqualTo(OidcTokens.UNKNOWN_KEY);
    }

    @Test
    void issuerClaimMustMatchTheConfiguredIssuer() {
        bench.start();

        assertRefused(
                bench.decideOn(claims -> claims.issuer("https://other.example.org")),
                TokenVerdict.ISSUER);
        assertRefused(
                bench.decideOn(claims -> claims.issuer(bench.issuer.url() + "/")),
                TokenVerdict.ISSUER);
        assertRefused(bench.decideOn(claims -> claims.issuer(null)), TokenVerdict.ISSUER);
        assertRefused(bench.decideOn(claims -> claims.issuer("")), TokenVerdict.ISSUER);
    }

    @Test
    void audienceClaimMustContainAnAcceptedAudience() {
        bench.start();

        assertRefused(bench.decideOn(claims -> claims.audience("account")), TokenVerdict.AUDIENCE);
        assertRefused(bench.decideOn(claims -> claims.claim("aud", null)), TokenVerdict.AUDIENCE);
        assertRefused(bench.decideOn(claims -> claims.audience("hold")), TokenVerdict.AUDIENCE);
        admitted(bench.decideOn(claims -> claims.audience(List.of("account", "locks"))));
    }

    @Test
    void tokenExpires30SecondsAfterExp() {
        bench.start();
        long now = bench.nowSeconds();

        admitted(bench.decideOn(claims -> claims.claim("exp", now - 29)));
        assertRefused(
                bench.decideOn(claims -> claims.claim("exp", now - 30)), TokenVerdict.EXPIRED);
        assertRefused(bench.decideOn(claims -> claims.claim("exp", null)), TokenVerdict.ENDLESS);
        assertRefused(bench.decideOn(claims -> claims.claim("exp", "never")), TokenVerdict.ENDLESS);
        assertRefused(bench.decideOn(claims -> claims.claim("exp", 1e300)), TokenVerdict.ENDLESS);
    }

    @Test
    void tokenIsValidFrom30SecondsBeforeNbf() {
        bench.start();
        long now = bench.nowSeconds();

        admitted(bench.decideOn(claims -> claims.claim("nbf", now + 30)));
        assertRefused(bench.decideOn(claims -> claims.claim("nbf", now + 31)), TokenVerdict.EARLY);
        assertRefused(bench.decideOn(claims -> claims.claim("nbf", "now")), TokenVerdict.EARLY);
    }

    @Test
    void cachedTokenStillExpires() {
        bench.start();
        String token = bench.token(claims -> claims.claim("exp", bench.nowSeconds() + 60));
        Principal first = admitted(bench.decide(token));

        assertThat(admitted(bench.decideNow(token))).isSameAs(first);
        bench.clock.advanceSeconds(89);
        assertThat(admitted(bench.decideNow(token))).isSameAs(first);
        bench.clock.advanceSeconds(1);
        assertRefused(bench.decideNow(token), TokenVerdict.EXPIRED);
    }

    @Test
    void keyLocationsInTokenHeaderAreIgnored() throws JOSEException {
        RSAKey foreign = Issuer.rsa("foreign");
        try (Issuer elsewhere = Issuer.start()) {
            elsewhere.publish(foreign);
            URI there = URI.create(elsewhere.keysUrl());
            bench.start();
            for (JWSHeader.Builder header : List.of(
                    Issuer.header("RS256", foreign).jwkURL(there),
                    Issuer.header("RS256", foreign).x509CertURL(there),
                    Issuer.header("RS256", foreign).jwk(foreign.toPublicJWK()))) {
                assertThat(bench.decide(Issuer.sign(header, foreign, good())))
                        .isEqualTo(OidcTokens.UNKNOWN_KEY);
            }
            // Such headers do not invalidate a token that a published key signed.
            admitted(bench.decide(Issuer.sign(
                    Issuer.header("RS256", Issuer.RSA).jwkURL(there).jwk(foreign.toPublicJWK()),
                    Issuer.RSA,
                    good())));
            assertThat(elsewhere.requests()).isZero();
        }
    }

    @Test
    void criticalExtensionsAreRejected() {
        JWSHeader.Builder header = Issuer.header("RS256", Issuer.RSA)
                .criticalParams(Set.of("exp"))
                .customParam("exp", 1);

        assertRefused(
                bench.start().decide(Issuer.sign(header, Issuer.RSA, good())),
                TokenVerdict.CRITICAL);
    }

    @Test
    void onlyAccessTokensAreAccepted() {
        bench.start();

        assertRefused(bench.decideOn(claims -> claims.claim("typ", "ID")), TokenVerdict.TYPE);
        assertRefused(bench.decideOn(claims -> claims.claim("typ", "Refresh")), TokenVerdict.TYPE);
        admitted(bench.decideOn(claims -> claims.claim("typ", "Bearer")));
        assertRefused(
                bench.decide(Issuer.sign(
                        Issuer.header("RS256", Issuer.RSA)
                                .type(new com.nimbusds.jose.JOSEObjectType("logout+jwt")),
                        Issuer.RSA,
                        good())),
                TokenVerdict.TYPE);
        admitted(bench.decide(Issuer.sign(
                Issuer.header("RS256", Issuer.RSA)
                        .type(new com.nimbusds.jose.JOSEObjectType("at+jwt")),
                Issuer.RSA,
                good())));
    }

    @Test
    void keyBoundTokenIsRejected() {
        assertRefused(
                bench.start().decideOn(claims -> claims.claim("cnf", Map.of("jkt", "x"))),
                TokenVerdict.BOUND);
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret", "a.b", "a.b.c", "..", "e30.e30.e30", "hf_x.y.z", "a.b.c.d.e"})
    void otherBearerTokensAreLeftToOtherAuthenticators(String bearer) {
        assertThat(bench.start().decide(bearer)).isEqualTo(Decision.NOT_MINE);
    }

    @Test
    void malformedTokenIsRejected() {
        String header =
                Base64URL.encode("{\"alg\":\"RS256\",\"kid\":\"rsa-1\"}").toString();
        bench.start();

        assertThat(bench.decide(header + ".e30.AAAA")).isInstanceOf(Decision.Refused.class);
        String odd = Base64URL.encode("{\"alg\":\"RS256\",\"kid\":7}").toString();
        assertRefused(bench.decide(odd + ".e30.AAAA"), TokenVerdict.MALFORMED);
    }

    @Test
    void rejectionDoesNotRevealTheToken() {
        bench.start();
        String token = bench.token(claims -> claims.audience("secret-audience"));

        assertThat(bench.decide(token).toString())
                .contains("another audience")
                .doesNotContain("secret-audience", "alice", token.substring(0, 20));
        assertThat(AccessToken.read(token)).hasToString("AccessToken[***]");
    }

    @Test
    void issuerAndAudienceAreRequired() {
        OidcOptions good = bench.options();
        for (String issuer : List.of("", " ")) {
            assertThatThrownBy(() -> new OidcOptions(
                            issuer,
                            good.audiences(),
                            null,
                            null,
                            null,
                            null,
                            good.roles(),
                            null,
                            true))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> new OidcOptions(
                        good.issuer(), Set.of(), null, null, null, null, good.roles(), null, true))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
