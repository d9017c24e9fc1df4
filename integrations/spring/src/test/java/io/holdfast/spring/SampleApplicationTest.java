package io.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.client.ResourceInfo;
import io.holdfast.spring.examples.InvoiceApplication;
import io.holdfast.spring.examples.Ledger;
import io.holdfast.spring.examples.Pause;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts the sample application with its web server against a real server. */
final class SampleApplicationTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static TestServer server;

    private final List<ConfigurableApplicationContext> started = new ArrayList<>();

    @BeforeAll
    static void startServer() {
        server = new TestServer();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void nothingIsHeld() {
        assertThat(server.holder("billing:dispatcher")).isEmpty();
    }

    @AfterEach
    void stopApplications() {
        started.forEach(ConfigurableApplicationContext::close);
    }

    private ConfigurableApplicationContext start() {
        return start(server.address());
    }

    private ConfigurableApplicationContext start(String url, String... more) {
        List<String> arguments = new ArrayList<>();
        for (String line : Readme.blocks("properties").get(0).split("\n")) {
            if (!line.startsWith("holdfast.url") && !line.startsWith("holdfast.token")) {
                arguments.add("--" + line);
            }
        }
        arguments.add("--holdfast.url=" + url);
        arguments.add("--server.port=0");
        arguments.add("--management.endpoints.web.exposure.include=health,metrics");
        arguments.add("--management.endpoint.health.show-details=always");
        arguments.addAll(Arrays.asList(more));
        ConfigurableApplicationContext application =
                SpringApplication.run(InvoiceApplication.class, arguments.toArray(String[]::new));
        started.add(application);
        return application;
    }

    private static URI uri(ConfigurableApplicationContext application, String path) {
        String port = application.getEnvironment().getProperty("local.server.port");
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private static String get(ConfigurableApplicationContext application, String path)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri(application, path)).build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    private static CompletableFuture<String> book(
            ConfigurableApplicationContext application, String id) {
        HttpRequest request = HttpRequest.newBuilder(uri(application, "/book?id=" + id))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        return HTTP.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .thenApply(HttpResponse::body)
                .orTimeout(60, TimeUnit.SECONDS);
    }

    private static String leaderEvent(ConfigurableApplicationContext application)
            throws InterruptedException {
        return String.valueOf(
                application.getBean(Ledger.class).leaders().poll(60, TimeUnit.SECONDS));
    }

    private static ResourceInfo.Holder holder(String key) {
        return server.holder(key).orElseThrow();
    }

    @Test
    void applicationLocksLeadsAndShowsItsHealthAndMeters() throws Exception {
        ConfigurableApplicationContext application = start();

        assertThat(leaderEvent(application))
                .isEqualTo("granted " + holder("billing:dispatcher").fence());
        assertThat(book(application, "7").join()).isEqualTo("booked");
        assertThat(application.getBean(Ledger.class).entries()).containsExactly("7");
        CompletableFuture<String> slow = book(application, "slow");
        application.getBean(Pause.class).awaitReached();
        ResourceInfo.Holder holder = holder("billing:invoice-slow");
        assertThat(holder.owner()).isEqualTo("billing-1");
        assertThat(get(application, "/actuator/metrics/holdfast.locks.held"))
                .contains("\"value\":1.0");
        assertThat(get(application, "/actuator/metrics/holdfast.leader?tag=role:dispatcher"))
                .contains("\"value\":1.0");
        assertThat(get(application, "/actuator/metrics/holdfast.locks.acquire?tag=outcome:granted"))
                .contains("{\"statistic\":\"COUNT\",\"value\":2.0}");
        assertThat(get(application, "/actuator/health/holdfast"))
                .contains("\"status\":\"UP\"", "\"members\":{\"" + server.address() + "\":\"ok\"}");

        server.client()
                .resources()
                .breakGrant("locks", "billing:invoice-slow", holder.fence(), "it hangs");
        application.getBean(Pause.class).end();

        assertThat(slow.join()).contains("\"status\":500");
        assertThat(leaderEvent(application)).startsWith("lost billing:invoice-slow: ");
        await().until(() -> get(
                        application,
                        "/actuator/metrics/holdfast.locks.lost?tag=reason:ended_by_server")
                .contains("\"value\":1.0"));
    }

    @Test
    void closingLeadsTheNextInstanceOnFirstAndReleasesLocksWhenRequestsAreFinished()
            throws Exception {
        ConfigurableApplicationContext first = start();
        assertThat(leaderEvent(first)).startsWith("granted ");
        ConfigurableApplicationContext second = start();
        CompletableFuture<String> slow = book(first, "slow");
        first.getBean(Pause.class).awaitReached();

        CompletableFuture<Boolean> closed = Threads.start(() -> {
            first.close();
            return true;
        });

        assertThat(leaderEvent(first)).isEqualTo("revoked");
        assertThat(leaderEvent(second)).startsWith("granted ");
        assertThat(server.holder("billing:invoice-slow")).isPresent();
        assertThat(closed).isNotDone();
        first.getBean(Pause.class).end();
        assertThat(slow.join()).isEqualTo("booked");
        assertThat(closed.join()).isTrue();
        assertThat(server.holder("billing:invoice-slow")).isEmpty();
    }

    @Test
    void closingReleasesWhatIsStillHeld() {
        ConfigurableApplicationContext application = start();
        application.getBean(HoldfastLockRegistry.class).obtain("forgotten").lock();
        assertThat(server.holder("billing:forgotten")).isPresent();

        application.close();

        assertThat(server.holder("billing:forgotten")).isEmpty();
        assertThat(server.holder("billing:dispatcher")).isEmpty();
    }

    @Test
    void applicationStartsWhileTheServerIsAwayAndReportsItAsDown() throws Exception {
        TestServer away = new TestServer();
        away.stop();
        ConfigurableApplicationContext application =
                start(away.address(), "--holdfast.request-timeout=1s");

        assertThat(get(application, "/actuator/health/holdfast"))
                .contains("\"status\":\"DOWN\"", "unreachable: ");
        assertThat(book(application, "7").join()).contains("\"status\":500");
        away.close();
    }
}
