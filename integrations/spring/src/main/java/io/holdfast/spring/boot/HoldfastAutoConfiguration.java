package io.holdfast.spring.boot;

import io.holdfast.client.Holdfast;
import io.holdfast.client.HoldfastBuilder;
import java.nio.file.Path;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Configures the client. It is closed after the beans that use it and after the web server has
 * finished the requests in flight, and releases then what is still held.
 */
@AutoConfiguration
@ConditionalOnProperty(name = "holdfast.enabled", matchIfMissing = true)
@EnableConfigurationProperties(HoldfastProperties.class)
public final class HoldfastAutoConfiguration {

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    Holdfast holdfast(
            HoldfastProperties properties,
            Environment environment,
            ObjectProvider<SslBundles> bundles,
            ObjectProvider<HoldfastBuilderCustomizer> customizers) {
        HoldfastBuilder builder = Holdfast.builder()
                .address(properties.url().toArray(String[]::new))
                .ttl(properties.lease())
                .requestTimeout(properties.requestTimeout());
        if (properties.token() != null) {
            builder.token(properties.token());
        }
        String owner = properties.owner() == null
                ? environment.getProperty("spring.application.name")
                : properties.owner();
        if (owner != null && !owner.isBlank()) {
            builder.owner(owner);
        }
        secure(builder, properties.tls(), bundles);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder.build();
    }

    private static void secure(
            HoldfastBuilder builder,
            HoldfastProperties.Tls tls,
            ObjectProvider<SslBundles> bundles) {
        if (tls.bundle() != null) {
            builder.sslContext(bundles.getObject().getBundle(tls.bundle()).createSslContext());
        }
        if (tls.ca() != null) {
            builder.ca(tls.ca());
        }
        Path certificate = tls.certificate();
        Path key = tls.key();
        if (certificate != null && key != null) {
            builder.clientCertificate(certificate, key);
        } else if (certificate != null || key != null) {
            throw new IllegalArgumentException(
                    "holdfast.tls.certificate and holdfast.tls.key have to be set together");
        }
    }
}
