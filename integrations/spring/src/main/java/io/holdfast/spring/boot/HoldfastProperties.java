package io.holdfast.spring.boot;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the client and of what it is used for.
 *
 * @param enabled whether there is a client
 * @param url addresses of the members of one cluster
 * @param token bearer token; a bean of the type HoldfastBuilderCustomizer can supply a token that
 *     changes
 * @param owner name that others see beside the locks; by default spring.application.name
 * @param lease how long a lock lasts after the process has ended or can reach no member
 * @param requestTimeout limit for one request with all its retries
 * @param prefix begins the key of each lock and role
 * @param tls certificates, if a URL begins with https
 * @param leader election of a leader among the instances
 */
@ConfigurationProperties("holdfast")
public record HoldfastProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("http://127.0.0.1:6389") List<String> url,
        @Nullable String token,
        @Nullable String owner,
        @DefaultValue("30s") Duration lease,
        @DefaultValue("10s") Duration requestTimeout,
        @DefaultValue("") String prefix,
        @DefaultValue Tls tls,
        @DefaultValue Leader leader) {

    /**
     * Certificates.
     *
     * @param bundle name of an SSL bundle of Spring Boot, instead of files
     * @param ca PEM file with the certificates to trust, instead of those of the JDK
     * @param certificate PEM file with the certificate chain of this client
     * @param key PEM file with the key of this client in PKCS 8
     */
    public record Tls(
            @Nullable String bundle,
            @Nullable Path ca,
            @Nullable Path certificate,
            @Nullable Path key) {}

    /**
     * Election.
     *
     * @param role if set, this instance is a candidate for the role and gets leader events
     */
    public record Leader(@Nullable String role) {}

    /** Shows no token. */
    @Override
    public String toString() {
        return "holdfast " + url;
    }
}
