package io.holdfast.server.auth.oidc;

import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.text.ParseException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A text in the form of a signed token, not yet verified.
 *
 * @param algorithm the signature algorithm that it claims
 */
record AccessToken(String text, String algorithm, Map<String, Object> header) {

    private static final int HEADER_CHARACTERS_MAX = 4096;

    /** Returns whether it has three parts separated by dots. */
    static boolean hasForm(String bearer) {
        int first = bearer.indexOf('.');
        int second = bearer.indexOf('.', first + 1);
        return first > 0 && second > 0 && bearer.indexOf('.', second + 1) < 0;
    }

    /** Returns null if it is something else, such as a shared token that contains two dots. */
    static @Nullable AccessToken read(String bearer) {
        if (!hasForm(bearer)) {
            return null;
        }
        try {
            String json = new Base64URL(bearer.substring(0, bearer.indexOf('.'))).decodeToString();
            Map<String, Object> header = JSONObjectUtils.parse(json, HEADER_CHARACTERS_MAX);
            return header.get("alg") instanceof String algorithm
                    ? new AccessToken(bearer, algorithm, header)
                    : null;
        } catch (ParseException e) {
            return null;
        }
    }

    /** Keeps the token out of logs, because it is a credential. */
    @Override
    public String toString() {
        return "AccessToken[***]";
    }
}
