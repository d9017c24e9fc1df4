package io.holdfast.client.http;

import java.net.URI;
import java.net.http.HttpClient;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What a transport needs to know.
 *
 * @param members the addresses, without a slash at the end
 * @param token supplies the bearer token of each attempt
 * @param owner the display name of the client
 * @param clock a monotonic clock in nanoseconds
 * @param http adjusts the JDK's HTTP client
 */
public record Settings(
        List<URI> members,
        @Nullable Supplier<String> token,
        @Nullable SSLContext tls,
        @Nullable String owner,
        long requestNanosMax,
        LongSupplier clock,
        UnaryOperator<HttpClient.Builder> http) {

    public Settings {
        members = List.copyOf(members);
        if (members.isEmpty()) {
            throw new IllegalArgumentException("at least one address is needed");
        }
    }
}
