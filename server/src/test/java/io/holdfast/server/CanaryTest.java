package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.auth.Role;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Plants canary secrets in every field that may contain one, on a real process with maximum
 * logging, which is killed and restarted. Then none of them may appear in logs, the audit log,
 * metrics, statistics, replies to other clients, or file names.
 */
final class CanaryTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private Path directory;

    private final List<String> canaries = Collections.synchronizedList(new ArrayList<>());
    private final StringBuilder shown = new StringBuilder();
    private @Nullable Process process;
    private int httpPort;
    private int linePort;
    private int starts;

    @AfterEach
    void stop() throws Exception {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    private Process running() {
        return Objects.requireNonNull(process);
    }

    private void start(String... flags) throws Exception {
        List<String> command = new ArrayList<>(ServerCommand.of(
                "serve",
                "--debug",
                "--demo",
                "--http-port=0",
                "--port=0",
                "--data-dir=" + directory.resolve("data"),
                "--audit-log=" + directory.resolve("audit.log"),
                "--snapshot-entries=5"));
        command.addAll(List.of(flags));
        process = new ProcessBuilder(command)
                .redirectError(directory.resolve("err." + starts++).toFile())
                .start();
        BufferedReader out = running().inputReader();
        httpPort = port(out);
        linePort = port(out);
        shown.append(out.readLine());
    }

    private int port(BufferedReader out) throws IOException {
        String line = String.valueOf(out.readLine());
        shown.append(line);
        return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
    }

    private void kill() throws InterruptedException {
        assertThat(running().destroyForcibly().waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    private String canary(String kind) {
        String canary = "c4n4ry-" + kind + "-" + UUID.randomUUID();
        canaries.add(canary);
        return canary;
    }

    /** Registers a secret that the server generated. */
    private String minted(JsonNode reply, String field) {
        String secret = reply.path(field).asString();
        assertThat(secret).as(reply.toString()).hasSizeGreaterThan(15);
        canaries.add(secret);
        return secret;
    }

    private JsonNode ask(int status, String method, String path, String body, String... headers)
            throws Exception {
        HttpResponse<String> response = send(method, path, body, headers);
        assertThat(response.statusCode()).as(path + response.body()).isEqualTo(status);
        return response.body().isEmpty() ? JSON.readTree("{}") : JSON.readTree(response.body());
    }

    private HttpResponse<String> send(String method, String path, String body, String... headers)
            throws IOException {
        String url = "http://127.0.0.1:" + httpPort + path;
        return Http.send(Http.request(method, url, body, headers), BodyHandlers.ofString());
    }

    /** Collects the replies to a client that knows no secret except possibly the shared token. */
    private void look(String... headers) throws Exception {
        for (String path : List.of(
                "/v1/stats",
                "/metrics",
                "/health",
                "/ready",
                "/v1/claims/nowhere",
                "/api/v1/components/arm/locks",
                "/v1/nodes/task-none",
                "/l/" + UUID.randomUUID(),
                "/v1/nowhere")) {
            HttpResponse<String> response = send("GET", path, "", headers);
            shown.append(response.headers().map()).append(response.body());
        }
    }

    @Test
    void noSecretIsRevealed() throws Exception {
        String shared = canary("shared");
        Path file = Files.writeString(directory.resolve("token"), shared);
        Tokens tokens = new Tokens(directory);
        String alice = tokens.of("alice", Role.OPERATOR);
        String robot = tokens.agent("robot", "alice", Role.USER);
        canaries.addAll(List.of(alice, robot, secret(alice), secret(robot)));
        String[] flags = {
            "--auth-token-file=" + file,
            "--tokens-file=" + tokens.path(),
            "--trusted-proxies=127.0.0.1"
        };
        String[] auth = {"Authorization", "Bearer " + shared};
        start(flags);
        wrongCredentials();
        locks(auth);
        pools();
        claims(auth);
        entities(auth);
        line(shared);
        persons(alice, robot);
        look(auth);
        look();
        kill();
        start(flags);
        look(auth);
        locks(auth);
        running().destroy();
        assertThat(running().waitFor(60, TimeUnit.SECONDS)).isTrue();
        search();
    }

    @Test
    void noSecretOfPersonsAndAgentsIsRevealed() throws Exception {
        start();
        nodes();
        look();
        look("Authorization", "Bearer sam");
        kill();
        start();
        look("Authorization", "Bearer sam");
        running().destroy();
        assertThat(running().waitFor(60, TimeUnit.SECONDS)).isTrue();
        search();
    }

    private void wrongCredentials() throws Exception {
        String jwt = "eyJhbGciOiJub25lIn0." + canary("jwt") + ".";
        for (String credential :
                List.of("Bearer " + canary("wrong"), "Bearer " + jwt, "Basic " + canary("basic"))) {
            ask(401, "GET", "/v1/stats", "", "Authorization", credential);
        }
        ask(
                401,
                "GET",
                "/v1/stats?token=" + canary("query"),
                "",
                "Cookie",
                "session=" + canary("cookie"),
                "X-Remote-User",
                canary("proxy-user"),
                "X-Auth-Request-Access-Token",
                canary("proxy-token"),
                "X-Forwarded-For",
                canary("forwarded"));
    }

    private void locks(String... auth) throws Exception {
        JsonNode opened = ask(200, "POST", "/v1/sessions", "", auth);
        String session = minted(opened, "session_id");
        String[] headers = {
            auth[0],
            auth[1],
            "X-Dflockd-Session",
            session,
            "Idempotency-Key",
            canary("request").substring(0, 40)
        };
        JsonNode grant = ask(200, "POST", "/v1/locks/deploy", "{\"acquire_timeout_s\":0}", headers);
        String token = minted(grant, "token");
        String[] plain = {auth[0], auth[1], "X-Dflockd-Session", session};
        send("POST", "/v1/locks/deploy", "{\"token\":\"" + canary("field") + "\",", plain);
        send("POST", "/v1/locks/deploy/release", "{\"token\":\"x" + token + "\"}", plain);
        send("POST", "/v1/locks/deploy/renew", "{\"tokn\":\"" + token + "\"}", plain);
        ask(200, "POST", "/v1/locks/deploy/renew", "{\"token\":\"" + token + "\"}", plain);
        send("POST", "/v1/locks/deploy", "{}", auth[0], auth[1], "X-Dflockd-Session", canary("id"));
        send("DELETE", "/v1/sessions/" + canary("path"), "", auth);
        ask(204, "POST", "/v1/locks/deploy/release", "{\"token\":\"" + token + "\"}", plain);
    }

    private void pools() throws Exception {
        String pool = UUID.randomUUID().toString();
        canaries.add(pool);
        ask(200, "PUT", "/l/" + pool, "{\"count\":1}");
        String lease = minted(ask(200, "POST", "/l/" + pool + "/borrow", "{\"ttl\":60}"), "lease");
        send("POST", "/l/" + pool + "/return", "{\"lease\":\"" + lease + "x\"}");
        send("POST", "/l/" + pool + "/return", "{\"lease\":\"" + lease);
        send("GET", "/l/" + pool + "/nowhere", "");
        String unknown = UUID.randomUUID().toString();
        canaries.add(unknown);
        send("POST", "/l/" + unknown + "/borrow", "{}");
        send("POST", "/l/" + pool + "/return", "{\"lease\":\"" + lease + "\"}");
        send("DELETE", "/l/" + pool, "");
    }

    private void claims(String... auth) throws Exception {
        String data = "{\"resource\":\"seq\",\"ttl\":60,\"user_data\":{\"password\":\""
                + canary("user-data") + "\"}}";
        ask(201, "POST", "/v1/claims/", data, auth);
        send("POST", "/v1/claims/", data + "}", auth);
        send("POST", "/v1/claims/", "{\"" + canary("field-name") + "\":1}", auth);
        send("PATCH", "/v1/claims/1/", "{\"status\":\"revoked\"}", auth);
    }

    private void entities(String... auth) throws Exception {
        String[] alice = {auth[0], auth[1], "X-Client-Id", canary("client")};
        ask(201, "POST", "/api/v1/components/arm/locks", "{\"lock_expiration\":60}", alice);
        send(
                "PUT",
                "/api/v1/components/arm/data/force",
                "{\"data\":\"" + canary("value") + "\"}",
                alice);
        String[] bob = {auth[0], auth[1], "X-Client-Id", canary("client")};
        send("PUT", "/api/v1/components/arm/data/force", "{\"data\":1}", bob);
        send(
                "POST",
                "/api/v1/components/arm/locks",
                "{\"lock_expiration\":60,\"break_lock\":true}",
                bob);
        send("POST", "/api/v1/components/arm/locks", "{\"" + canary("json") + "\"", bob);
    }

    private void line(String shared) {
        try (LineClient stranger = new LineClient(linePort)) {
            assertThat(stranger.ask("auth", "_", canary("line"))).isEqualTo("error_auth");
        }
        try (LineClient client = new LineClient(linePort)) {
            assertThat(client.ask("auth", "_", shared)).isEqualTo("ok");
            String token = client.ask("l", "k", "0").split(" ")[1];
            canaries.add(token);
            client.ask("r", "k", "x" + token);
            client.ask("n", "k", token + " abc");
            client.ask(canary("verb"), "k", token);
            client.ask("auth", "_", canary("again"));
            client.ask("r", "k", token);
        }
    }

    /** Returns the part after the id, because the id is not secret. */
    private static String secret(String token) {
        return token.substring(token.length() - 20);
    }

    private void persons(String alice, String robot) throws Exception {
        for (String token : List.of(alice, robot)) {
            String[] auth = {"Authorization", "Bearer " + token};
            ask(200, "GET", "/v1/stats", "", auth);
            ask(401, "GET", "/v1/stats", "", auth[0], auth[1] + "x");
            send("POST", "/v1/claims/", "{\"resource\":\"mine\",\"ttl\":60}", auth);
            String task =
                    "{\"id\":\"task-mine\",\"type\":\"task\",\"title\":\"T\",\"summary\":\"S\"}";
            send("POST", "/v1/nodes", task, auth);
            send("POST", "/v1/nodes/task-mine/claim", "{}", auth);
            send("DELETE", "/api/v1/apps/nowhere", "", auth);
        }
        try (LineClient client = new LineClient(linePort)) {
            assertThat(client.ask("auth", "_", alice)).isEqualTo("ok");
        }
    }

    private void nodes() throws Exception {
        String bearer = canary("person").toUpperCase(Locale.ROOT);
        canaries.add(bearer);
        String[] jo = {"Authorization", "Bearer " + bearer};
        String task =
                "{\"id\":\"task-secret\",\"type\":\"task\",\"title\":\"T\",\"summary\":\"S\"}";
        ask(200, "POST", "/v1/nodes", task, jo);
        String claim =
                "{\"session\":\"" + canary("run") + "\",\"nonce\":\"" + canary("nonce") + "\"}";
        send("POST", "/v1/nodes/task-secret/claim", claim, jo);
        send("POST", "/v1/nodes/task-secret/claim", "{\"" + canary("json"), jo);
        send(
                "POST",
                "/v1/nodes/task-secret/claim",
                claim,
                "Authorization",
                "Bearer " + canary("agent").toUpperCase(Locale.ROOT));
    }

    private void search() throws Exception {
        for (int i = 0; i < starts; i++) {
            shown.append(Files.readString(directory.resolve("err." + i)));
        }
        String audit = Files.readString(directory.resolve("audit.log"));
        assertThat(audit).as("what is looked at").contains("\"verb\":");
        shown.append(audit);
        try (Stream<Path> files = Files.walk(directory.resolve("data"))) {
            files.forEach(path -> shown.append(path).append('\n'));
        }
        assertThat(shown)
                .contains("holdfast_audit_lines_total", "\"level\":\"", "snapshot")
                .hasSizeGreaterThan(10_000);
        assertThat(canaries).hasSizeGreaterThan(4);
        String all = shown.toString().toLowerCase(Locale.ROOT);
        assertThat(canaries.stream()
                        .filter(canary -> all.contains(canary.toLowerCase(Locale.ROOT))
                                || all.contains(canary.replace("-", "").toLowerCase(Locale.ROOT))))
                .isEmpty();
    }
}
