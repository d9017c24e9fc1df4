package io.holdfast.server.auth;

import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The credentials that a test presents. Headers are name-value pairs. */
public record Shown(
        @Nullable String bearer, InetAddress remote, List<Map.Entry<String, String>> headers)
        implements PresentedCredentials {

    public static Shown bearer(String token) {
        return new Shown(token, InetAddress.ofLiteral("192.0.2.1"), List.of());
    }

    public static Shown from(String address, String... headers) {
        List<Map.Entry<String, String>> pairs = new ArrayList<>();
        for (int i = 0; i < headers.length; i += 2) {
            pairs.add(Map.entry(headers[i], headers[i + 1]));
        }
        return new Shown(null, InetAddress.ofLiteral(address), pairs);
    }

    private List<String> values(String name) {
        return headers.stream()
                .filter(pair -> pair.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .toList();
    }

    @Override
    public @Nullable String header(String name) {
        List<String> values = values(name);
        return values.isEmpty() ? null : values.getFirst();
    }

    @Override
    public boolean isRepeated(String name) {
        return values(name).size() > 1;
    }

    @Override
    public @Nullable X509Certificate certificate() {
        return null;
    }
}
