package io.holdfast.server.dashboard;

import io.holdfast.server.text.JsonValues;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/**
 * The page itself. The import map must be inline; its digest in the policy lets it through, and no
 * other inline script.
 *
 * @param policy the value of {@code Content-Security-Policy}
 */
record IndexPage(StaticFile file, String policy) {

    private static final String PLACE = "{{import map}}";

    static IndexPage of(String template, Map<String, String> imports) {
        String map = new String(
                        JsonValues.bytes(Map.of("imports", imports)), StandardCharsets.UTF_8)
                .strip();
        byte[] html = template.replace(PLACE, map).getBytes(StandardCharsets.UTF_8);
        String digest = Base64.getEncoder()
                .encodeToString(StaticFile.sha256(map.getBytes(StandardCharsets.UTF_8)));
        String policy = "default-src 'none'; script-src 'self' 'sha256-" + digest
                + "'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none';"
                + " form-action 'none'; frame-ancestors 'none';"
                + " require-trusted-types-for 'script'; trusted-types lit-html";
        return new IndexPage(StaticFile.of("text/html; charset=utf-8", html), policy);
    }
}
