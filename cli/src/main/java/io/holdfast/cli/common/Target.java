package io.holdfast.cli.common;

import io.holdfast.client.Holdfast;
import io.holdfast.client.HoldfastBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The server that a command talks to.
 *
 * @param members the addresses of its members; any of them serves any request
 * @param token the bearer token
 * @param tls the trusted certificates, if not the JDK's
 * @param owner the name that others see beside what this command holds
 * @param timeout how long a request may take
 */
public record Target(
        List<URI> members,
        @Nullable String token,
        @Nullable SSLContext tls,
        String owner,
        Duration timeout) {

    /** Returns a connection for single requests. */
    public Connection connection() {
        return new Connection(this);
    }

    /** Returns a client that holds locks. */
    public Holdfast client() {
        return builder().build();
    }

    /** Returns the settings of a client that holds locks. */
    public HoldfastBuilder builder() {
        HoldfastBuilder builder = Holdfast.builder()
                .address(members.toArray(URI[]::new))
                .owner(owner)
                .requestTimeout(timeout);
        if (token != null) {
            builder.token(token);
        }
        if (tls != null) {
            builder.sslContext(tls);
        }
        return builder;
    }

    /** Shows no token. */
    @Override
    public String toString() {
        return String.join(",", members.stream().map(URI::toString).toList());
    }
}
