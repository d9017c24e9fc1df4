package io.holdfast.client;

import io.holdfast.client.http.Settings;
import io.holdfast.client.http.Transport;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Settings of a client. */
public final class HoldfastBuilder {

    private static final int PORT = 6389;
    private static final int OWNER_BYTES_MAX = 128;

    private final List<URI> members = new ArrayList<>();
    private @Nullable Supplier<String> token;
    private @Nullable SSLContext tls;
    private @Nullable Path ca;
    private @Nullable Path certificate;
    private @Nullable Path key;
    private @Nullable String owner;
    private @Nullable String entityClient;
    private @Nullable SessionInfo session;
    private boolean keepSession;
    private Duration ttl = Duration.ofSeconds(30);
    private Duration requestTimeout = Duration.ofSeconds(10);
    private UnaryOperator<HttpClient.Builder> http = UnaryOperator.identity();
    private LongSupplier clock = System::nanoTime;

    HoldfastBuilder() {}

    /**
     * Adds the addresses of members, such as {@code http://10.0.0.1:6389}; several may be
     * comma-separated. {@code host:port} means http. All must belong to one cluster: the client
     * uses one and continues with the next, in the same sessions, if it does not answer.
     */
    public HoldfastBuilder address(String... addresses) {
        for (String list : addresses) {
            for (String address : list.split(",", -1)) {
                if (!address.isBlank()) {
                    members.add(uri(address.strip()));
                }
            }
        }
        return this;
    }

    /** Adds the addresses of members. */
    public HoldfastBuilder address(URI... addresses) {
        for (URI address : addresses) {
            members.add(uri(address.toString()));
        }
        return this;
    }

    private static URI uri(String address) {
        String text = address.contains("://") ? address : "http://" + address;
        URI uri;
        try {
            uri = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("invalid address \"" + address + "\"", e);
        }
        boolean known = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
        if (!known || uri.getHost() == null || uri.getQuery() != null) {
            throw new IllegalArgumentException("invalid address \"" + address
                    + "\"; expected http://host:port or https://host:port");
        }
        return address.contains("://") || uri.getPort() >= 0 ? uri : URI.create(uri + ":" + PORT);
    }

    /** Sets the bearer token. */
    public HoldfastBuilder token(String bearer) {
        return token(() -> bearer);
    }

    /**
     * Sets the supplier of bearer tokens, for instance of an OpenID Connect issuer. It is called
     * for each request, from any thread, and should keep the token until it is about to expire.
     */
    public HoldfastBuilder token(Supplier<String> bearer) {
        token = bearer;
        return this;
    }

    /** Sets the PEM file with the certificates to trust, instead of those of the JDK. */
    public HoldfastBuilder ca(Path pem) {
        ca = pem;
        return this;
    }

    /** Sets the client's certificate chain and its key in PKCS #8, both as PEM files. */
    public HoldfastBuilder clientCertificate(Path chain, Path pkcs8) {
        certificate = chain;
        key = pkcs8;
        return this;
    }

    /** Sets the TLS context, instead of PEM files. */
    public HoldfastBuilder sslContext(SSLContext context) {
        tls = context;
        return this;
    }

    /** Sets the name that others see beside what this client holds; at most 128 bytes. */
    public HoldfastBuilder owner(String name) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes < 1
                || bytes > OWNER_BYTES_MAX
                || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("an owner has 1 to " + OWNER_BYTES_MAX
                    + " bytes of UTF-8 without control characters");
        }
        owner = name;
        return this;
    }

    /** Sets how long leases last without renewal; 30 s by default, whole seconds. */
    public HoldfastBuilder ttl(Duration defaultTtl) {
        Durations.ttlSeconds(defaultTtl);
        ttl = defaultTtl;
        return this;
    }

    /** Sets the limit for one request with all its retries; 10 s by default. */
    public HoldfastBuilder requestTimeout(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("a timeout must be positive");
        }
        requestTimeout = timeout;
        return this;
    }

    /** Uses a session that another client has opened and kept. */
    public HoldfastBuilder session(SessionInfo existing) {
        session = existing;
        return this;
    }

    /**
     * Lets the session, and the locks and semaphores that were acquired in it without a wait,
     * outlive the client. The server ends the session if no client uses it.
     */
    public HoldfastBuilder keepSession() {
        keepSession = true;
        return this;
    }

    /** Sets the secret id of this client for entity locks; random by default. */
    public HoldfastBuilder entityClientId(String id) {
        entityClient = id;
        return this;
    }

    /** Adjusts the JDK's HTTP client, for example to use a proxy or a local address. */
    public HoldfastBuilder http(UnaryOperator<HttpClient.Builder> adjustment) {
        http = adjustment;
        return this;
    }

    /** Replaces the monotonic clock, for tests. */
    HoldfastBuilder clock(LongSupplier nanos) {
        clock = nanos;
        return this;
    }

    /**
     * Makes the client. Nothing is sent before its first use.
     *
     * @throws IllegalArgumentException if there is no address, or a file cannot be used
     */
    public Holdfast build() {
        SSLContext context = tls;
        if (context == null && (ca != null || certificate != null)) {
            context = Tls.context(ca, certificate, key);
        }
        Settings settings = new Settings(
                members, token, context, owner, Durations.nanos(requestTimeout), clock, http);
        return new Holdfast(
                new ClientContext(
                        new Transport(settings), new SessionChoice(session, keepSession), ttl),
                entityClient);
    }
}
