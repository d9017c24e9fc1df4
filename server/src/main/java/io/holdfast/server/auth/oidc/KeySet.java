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
 * An issuer's signing keys, each with its allowed algorithms. The type of the key determines the
 * algorithms, never the token: otherwise a public key could be used as the secret of a symmetric
 * algorithm.
 */
final class KeySet {

    private static final int RSA_BITS_MIN = 2048;

    private static final Set<String> RSA =
            Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512");

    /** All accepted algorithms. EdDSA is missing because Nimbus needs another library for it. */
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
     * Parses the issuer's key set. Keys of other uses and types are skipped.
     *
     * @throws ParseException if it is malformed or has no usable signature key
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
            throw new ParseException("it contains no usable key", 0);
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
                // Symmetric keys, weak keys, and unsupported types.
                default -> null;
            };
        } catch (JOSEException e) {
            return null;
        }
    }

    /** Restricts a key that declares its algorithm to that one. */
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

    /** Returns the keys that may have signed; all of the right type if the token has no key id. */
    List<JWSVerifier> find(JWSHeader header) {
        return keys.stream().filter(key -> key.fits(header)).map(Key::verifier).toList();
    }

    /** Returns whether it was parsed from the same text. */
    boolean isSame(KeySet other) {
        return source.equals(other.source);
    }
}
