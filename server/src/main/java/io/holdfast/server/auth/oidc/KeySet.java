package io.holdfast.server.auth.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys with which an issuer signs, each with the algorithms that it is good for. That a key and
 * an algorithm fit is decided here, by the kind of the key, and never by the token: otherwise a
 * public key could be taken for the secret of a symmetric algorithm.
 */
final class KeySet {

    private static final int RSA_BITS_MIN = 2048;

    private static final Set<String> RSA =
            Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512");

    /** All that are accepted. EdDSA is missing because Nimbus needs another library for it. */
    static final Set<String> ALGORITHMS =
            Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512");

    private record Key(@Nullable String id, Set<String> algorithms, JWSVerifier verifier) {

        boolean fits(JWSHeader header) {
            return algorithms.contains(header.getAlgorithm().getName())
                    && (header.getKeyID() == null || header.getKeyID().equals(id));
        }
    }

    private final String source;
    private final List<Key> keys;

    private KeySet(String source, List<Key> keys) {
        this.source = source;
        this.keys = List.copyOf(keys);
    }

    /**
     * Reads the issuer's document. Keys of other uses and kinds are left out.
     *
     * @throws ParseException where it is none, or has no key to check signatures with
     */
    static KeySet parse(String json) throws ParseException {
        List<Key> keys = new ArrayList<>();
        for (JWK key : JWKSet.parse(json).getKeys()) {
            Key usable = usable(key);
            if (usable != null) {
                keys.add(usable);
            }
        }
        if (keys.isEmpty()) {
            throw new ParseException("there is no key in it that could be used", 0);
        }
        return new KeySet(json, keys);
    }

    private static @Nullable Key usable(JWK key) {
        if (key.getKeyUse() != null && !KeyUse.SIGNATURE.equals(key.getKeyUse())) {
            return null;
        }
        try {
            return switch (key) {
                case RSAKey rsa
                when rsa.size() >= RSA_BITS_MIN ->
                    new Key(
                            key.getKeyID(),
                            narrowed(RSA, key),
                            new RSASSAVerifier(rsa.toRSAPublicKey()));
                case ECKey curve
                when algorithm(curve.getCurve()) != null ->
                    new Key(
                            key.getKeyID(),
                            narrowed(
                                    Set.of(Objects.requireNonNull(algorithm(curve.getCurve()))),
                                    key),
                            new ECDSAVerifier(curve.toECPublicKey()));
                // Symmetric ones, weak ones, and kinds that nobody here can use.
                default -> null;
            };
        } catch (JOSEException e) {
            return null;
        }
    }

    /** A key that says what it is for is good for that alone. */
    private static Set<String> narrowed(Set<String> possible, JWK key) {
        if (key.getAlgorithm() == null) {
            return possible;
        }
        String only = key.getAlgorithm().getName();
        return possible.contains(only) ? Set.of(only) : Set.of();
    }

    private static @Nullable String algorithm(Curve curve) {
        if (curve.equals(Curve.P_256)) {
            return JWSAlgorithm.ES256.getName();
        }
        if (curve.equals(Curve.P_384)) {
            return JWSAlgorithm.ES384.getName();
        }
        return curve.equals(Curve.P_521) ? JWSAlgorithm.ES512.getName() : null;
    }

    /** Those that may have signed; without a key id in the token, all of the right kind. */
    List<JWSVerifier> find(JWSHeader header) {
        return keys.stream().filter(key -> key.fits(header)).map(Key::verifier).toList();
    }

    /** Whether it was read from the same text. */
    boolean isSame(KeySet other) {
        return source.equals(other.source);
    }
}
