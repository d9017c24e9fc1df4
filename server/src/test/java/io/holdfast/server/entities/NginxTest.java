package io.holdfast.server.entities;

import static io.holdfast.server.entities.EntityClient.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.holdfast.log.raft.FreePorts;
import io.holdfast.server.Http;
import io.holdfast.server.Programs;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs a real nginx with the configuration that the page prints, in front of a server that does not
 * know about locks.
 */
final class NginxTest {

    private static final Path PAGE =
            Path.of(System.getProperty("holdfast.root", ".."), "docs", "api", "entities.md");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private final TestServer server = TestServer.ephemeral();
    private final EntityClient alice = EntityClient.of(server, "alice-7e1f");

    /** The requests that reached the server behind the proxy. */
    private final List<String> arrived = new CopyOnWriteArrayList<>();

    private HttpServer upstream;
    private Process nginx;
    private int port;

    @BeforeEach
    void start() throws Exception {
        EntityClient.example(server);
        upstream = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        upstream.createContext("/", this::serve);
        upstream.start();
        port = FreePorts.port();
        nginx = new ProcessBuilder(
                        Programs.need("nginx", "nginx-light"),
                        "-p",
                        directory.toString(),
                        "-e",
                        directory.resolve("error.log").toString(),
                        "-c",
                        configuration().toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("nginx.out").toFile())
                .start();
        awaitPort();
    }

    @AfterEach
    void stop() throws InterruptedException {
        nginx.destroy();
        nginx.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        upstream.stop(0);
        server.close();
    }

    private void serve(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        arrived.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body
                + " fence " + exchange.getRequestHeaders().getFirst("X-Fence")
                + " lock " + exchange.getRequestHeaders().getFirst("X-Lock-Id"));
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    /** Returns the page's configuration block with this run's ports. */
    private Path configuration() throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        int from = lines.indexOf("```nginx") + 1;
        assertThat(from).isPositive();
        int to = from + lines.subList(from, lines.size()).indexOf("```");
        String block = String.join("\n", lines.subList(from, to))
                .replace("127.0.0.1:8080", "127.0.0.1:" + port)
                .replace("127.0.0.1:9090", "127.0.0.1:" + upstream.getAddress().getPort())
                .replace("127.0.0.1:6389", "127.0.0.1:" + server.httpPort());
        return Files.writeString(directory.resolve("nginx.conf"), """
                daemon off;
                master_process off;
                pid nginx.pid;
                events {}
                http {
                    access_log off;
                    client_body_temp_path body;
                    proxy_temp_path proxy;
                    fastcgi_temp_path fastcgi;
                    uwsgi_temp_path uwsgi;
                    scgi_temp_path scgi;
                %s
                }
                """.formatted(block));
    }

    private Reply ask(String method, String path, String body, String client) throws Exception {
        String url = "http://127.0.0.1:" + port + "/api/v1/" + path;
        var request = Http.request(method, url, body, "X-Client-Id", client);
        var response = Http.send(request, BodyHandlers.ofString());
        return new Reply(response.statusCode(), response);
    }

    @Test
    void nginxForwardsOrRejectsWritesAccordingToLocks() throws Exception {
        assertThat(ask("PUT", "apps/a/data/x", "{\"data\":1}", "bob").status()).isEqualTo(200);
        Reply lock = alice.lock("components/c", 60);
        String fence = lock.json().path("x-fence").toString();

        Reply refused = ask("PUT", "apps/a/data/x", "{\"data\":2}", "bob");
        refused(refused, 409, "lock-broken");
        assertThat(EntityClient.parameter(refused, "lock_id")).isEqualTo("lock_1");
        assertThat(ask("GET", "apps/a/data/x", "", "bob").status()).isEqualTo(200);
        assertThat(ask("PUT", "apps/free/data/x", "{\"data\":3}", "bob").status())
                .isEqualTo(200);
        assertThat(ask("PUT", "apps/a/data/x?y=1", "{\"data\":4}", alice.id()).status())
                .isEqualTo(200);
        refused(ask("DELETE", "apps/a/faults", "", "bob"), 409, "lock-broken");

        assertThat(arrived)
                .containsExactly(
                        "PUT /api/v1/apps/a/data/x {\"data\":1} fence null lock null",
                        "GET /api/v1/apps/a/data/x  fence null lock null",
                        "PUT /api/v1/apps/free/data/x {\"data\":3} fence null lock null",
                        "PUT /api/v1/apps/a/data/x?y=1 {\"data\":4} fence " + fence
                                + " lock lock_1");
    }

    private void awaitPort() throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                assertThat(socket.isConnected()).isTrue();
                return;
            } catch (IOException e) {
                String said = Files.readString(directory.resolve("nginx.out"));
                assertThat(nginx.isAlive()).as(said).isTrue();
                assertThat(System.nanoTime()).as(said).isLessThan(deadline);
                Thread.onSpinWait();
            }
        }
    }
}
