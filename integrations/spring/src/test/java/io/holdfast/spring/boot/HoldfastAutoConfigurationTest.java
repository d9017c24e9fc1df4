package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.client.Holdfast;
import io.holdfast.client.MemberHealth;
import io.holdfast.spring.HoldfastLeaderInitiator;
import io.holdfast.spring.HoldfastLockRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.integration.support.locks.DefaultLockRegistry;
import org.springframework.integration.support.locks.LockRegistry;

/** Tests which beans there are, and how properties reach the client. */
final class HoldfastAutoConfigurationTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    HoldfastAutoConfiguration.class,
                    HoldfastHealthAutoConfiguration.class,
                    HoldfastLocksAutoConfiguration.class,
                    HoldfastMetricsAutoConfiguration.class,
                    SslAutoConfiguration.class));

    @Test
    void clientRegistryHealthAndMetersAreThereWithoutASetting() {
        runner.run(context -> {
            assertThat(context)
                    .hasSingleBean(Holdfast.class)
                    .hasSingleBean(HoldfastLockRegistry.class)
                    .hasSingleBean(HoldfastHealthIndicator.class)
                    .hasSingleBean(HoldfastMeters.class)
                    .doesNotHaveBean(HoldfastLeaderInitiator.class);
            assertThat(context.getBean(Holdfast.class).admin().health())
                    .extracting(MemberHealth::address)
                    .containsExactly(URI.create("http://127.0.0.1:6389"));
        });
    }

    @Test
    void everyPartNeedsOnlyItsOwnLibrary() {
        runner.withClassLoader(new FilteredClassLoader("org.springframework.integration"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(Holdfast.class)
                        .hasSingleBean(HoldfastHealthIndicator.class)
                        .doesNotHaveBean(HoldfastMeters.class)
                        .doesNotHaveBean("holdfastLockRegistry"));
        runner.withClassLoader(
                        new FilteredClassLoader("org.springframework.boot.health", "io.micrometer"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(HoldfastLockRegistry.class)
                        .doesNotHaveBean("holdfastHealthIndicator")
                        .doesNotHaveBean("holdfastMeters"));
    }

    @Test
    void beansOfTheApplicationComeFirst() {
        try (Holdfast own = Holdfast.connect("http://127.0.0.1:1")) {
            runner.withBean(Holdfast.class, () -> own)
                    .withBean(LockRegistry.class, DefaultLockRegistry::new)
                    .run(context -> assertThat(context)
                            .doesNotHaveBean(HoldfastLockRegistry.class)
                            .getBean(Holdfast.class)
                            .isSameAs(own));
        }
        runner.withPropertyValues("holdfast.enabled=false")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(Holdfast.class)
                        .doesNotHaveBean(HoldfastLockRegistry.class)
                        .doesNotHaveBean(HoldfastHealthIndicator.class)
                        .doesNotHaveBean(HoldfastMeters.class));
        runner.withPropertyValues("management.health.holdfast.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(HoldfastHealthIndicator.class));
    }

    @Test
    void clientContinuesAtTheNextUrlAndHealthShowsBoth() {
        try (SecureServer server = SecureServer.plain()) {
            runner.withPropertyValues(
                            "holdfast.url=http://127.0.0.1:1," + server.address(),
                            "holdfast.lease=7m",
                            "spring.application.name=billing",
                            "holdfast.prefix=team:")
                    .run(context -> {
                        context.getBean(HoldfastLockRegistry.class).obtain("k").lock();
                        assertThat(server.holder("team:k").owner()).isEqualTo("billing");
                        assertThat(server.holder("team:k").expiresIn())
                                .isBetween(Duration.ofMinutes(6), Duration.ofMinutes(7));
                        assertThat(context.getBean(HealthIndicator.class).health())
                                .isNotNull()
                                .satisfies(health -> {
                                    assertThat(health.getStatus()).isEqualTo(Status.UP);
                                    assertThat(health.getDetails().toString())
                                            .contains("http://127.0.0.1:1=unreachable", "=ok");
                                });
                    });
        }
    }

    @Test
    void tokenIsSentAndCanComeFromACustomizer(@TempDir Path directory) throws Exception {
        try (SecureServer server = SecureServer.withToken(directory, "secret-secret-secret")) {
            runner.withPropertyValues(
                            "holdfast.url=" + server.address(),
                            "holdfast.token=secret-secret-secret")
                    .run(context -> {
                        assertThat(lock(context.getBean(Holdfast.class))).isTrue();
                        assertThat(context.getBean(HoldfastProperties.class).toString())
                                .doesNotContain("secret");
                    });
            runner.withPropertyValues("holdfast.url=" + server.address(), "holdfast.token=wrong")
                    .withBean(
                            HoldfastBuilderCustomizer.class,
                            () -> builder -> builder.token(() -> "secret-secret-secret"))
                    .run(context ->
                            assertThat(lock(context.getBean(Holdfast.class))).isTrue());
        }
    }

    @Test
    void certificatesAreFilesOrABundle(@TempDir Path directory) throws Exception {
        try (SecureServer server = SecureServer.withCertificates(directory)) {
            String ca = directory.resolve("server.pem").toString();
            String certificate = directory.resolve("alice.pem").toString();
            String key = directory.resolve("alice.key").toString();
            runner.withPropertyValues(
                            "holdfast.url=" + server.address(),
                            "holdfast.tls.ca=" + ca,
                            "holdfast.tls.certificate=" + certificate,
                            "holdfast.tls.key=" + key)
                    .run(context ->
                            assertThat(lock(context.getBean(Holdfast.class))).isTrue());
            runner.withPropertyValues(
                            "holdfast.url=" + server.address(),
                            "holdfast.tls.bundle=locks",
                            "spring.ssl.bundle.pem.locks.truststore.certificate=file:" + ca,
                            "spring.ssl.bundle.pem.locks.keystore.certificate=file:" + certificate,
                            "spring.ssl.bundle.pem.locks.keystore.private-key=file:" + key)
                    .run(context ->
                            assertThat(lock(context.getBean(Holdfast.class))).isTrue());
            runner.withPropertyValues("holdfast.tls.certificate=" + certificate)
                    .run(context -> assertThat(context)
                            .getFailure()
                            .rootCause()
                            .hasMessageContaining("have to be set together"));
        }
    }

    private static boolean lock(Holdfast client) throws InterruptedException {
        return client.lock("k").acquire().orThrow().release();
    }

    @Test
    void metersAreThereBeforeTheFirstLock() {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues(
                        "holdfast.url=http://127.0.0.1:1", "holdfast.leader.role=dispatcher")
                .run(context -> {
                    MeterRegistry meters = context.getBean(MeterRegistry.class);
                    context.getBean(HoldfastMeters.class).bindTo(meters);
                    assertThat(meters.get("holdfast.locks.held").gauge().value())
                            .isZero();
                    assertThat(meters.get("holdfast.locks.acquire").timers()).hasSize(3);
                    assertThat(meters.get("holdfast.locks.lost").counters()).hasSize(5);
                    assertThat(meters.get("holdfast.leader")
                                    .tag("role", "dispatcher")
                                    .gauge()
                                    .value())
                            .isZero();
                });
    }
}
