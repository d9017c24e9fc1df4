package io.holdfast.server.auth.oidc;

import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.text.ParseException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A text with the form of a signed token, of which nothing is believed yet.
 *
 * @param algorithm with which it says that it is signed
 */
record AccessToken(String text, String algorithm, Map<String, Object> header) {

    private static final int HEADER_CHARACTERS_MAX = 4096;

    /** Whether it is worth a closer look: three parts with dots between them. */
    static boolean hasForm(String bearer) {
        int first = bearer.indexOf('.');
        int second = bearer.indexOf('.', first + 1);
        return first > 0 && second > 0 && bearer.indexOf('.', second + 1) < 0;
    }

    /** Null where it is something else, such as a shared token with two dots in it. */
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

    /** Whoever has the token is its person: it stays out of texts. */
    @Override
    public String toString() {
        return "AccessToken[***]";
    }
}
