package io.holdfast.client.http;

import java.net.URI;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What a transport needs to know.
 *
 * @param members the addresses, without a slash at the end
 * @param token supplies the bearer token of each attempt
 * @param owner the display name of the client
 * @param clock a monotonic clock in nanoseconds
 */
public record Settings(
        List<URI> members,
        @Nullable Supplier<String> token,
        @Nullable SSLContext tls,
        @Nullable String owner,
        long requestNanosMax,
        LongSupplier clock) {

    public Settings {
        members = List.copyOf(members);
        if (members.isEmpty()) {
            throw new IllegalArgumentException("at least one address is needed");
        }
    }
}
