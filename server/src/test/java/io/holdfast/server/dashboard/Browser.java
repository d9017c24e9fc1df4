package io.holdfast.server.dashboard;

import io.holdfast.server.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A headless Chromium process and the connection to its DevTools protocol. */
final class Browser implements AutoCloseable {

    static final JsonMapper JSON = new JsonMapper();

    private static final int START_SECONDS = 60;
    private static final int REPLY_SECONDS = 60;
    private static final int END_SECONDS = 20;

    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> pending = new ConcurrentHashMap<>();
    private final Map<String, Consumer<JsonNode>> listeners = new ConcurrentHashMap<>();

    private Browser(Process process, URI address) {
        this.process = process;
        this.socket =
                http.newWebSocketBuilder().buildAsync(address, new Replies()).join();
    }

    /** Starts Chromium with an empty profile in the directory. */
    static Browser start(Path directory) {
        List<String> command = List.of(
                Programs.need("chromium", "chromium"),
                "--headless=new",
                // Tests often run as root, where its sandbox does not work; only our pages are
                // opened.
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--user-data-dir=" + directory,
                "about:blank");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("chromium.log").toFile())
                    .start();
            return new Browser(process, address(process, directory.resolve("DevToolsActivePort")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Chromium writes its port and path to a file, of which the first line may come alone. */
    private static URI address(Process process, Path file) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (System.nanoTime() < deadline && process.isAlive()) {
            List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            if (lines.size() == 2) {
                return URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1));
            }
            pause();
        }
        throw new AssertionError(
                "Chromium did not start; see " + file.resolveSibling("chromium.log"));
    }

    /** There is no event for a file or for the state of a page that both are polled for. */
    static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Opens a page with storage and cache of its own. */
    Page page() {
        String context = send("Target.createBrowserContext", Map.of(), null)
                .path("browserContextId")
                .asString();
        String target = send(
                        "Target.createTarget",
                        Map.of("url", "about:blank", "browserContextId", context),
                        null)
                .path("targetId")
                .asString();
        String session = send(
                        "Target.attachToTarget", Map.of("targetId", target, "flatten", true), null)
                .path("sessionId")
                .asString();
        return new Page(this, context, session);
    }

    void listen(String session, Consumer<JsonNode> listener) {
        listeners.put(session, listener);
    }

    /** Sends a command and returns its result. */
    JsonNode send(String method, Map<String, ?> parameters, @Nullable String session) {
        int id = ids.incrementAndGet();
        CompletableFuture<JsonNode> reply = new CompletableFuture<>();
        pending.put(id, reply);
        Map<String, Object> message =
                new HashMap<>(Map.of("id", id, "method", method, "params", parameters));
        if (session != null) {
            message.put("sessionId", session);
        }
        String text = JSON.writeValueAsString(message);
        synchronized (socket) {
            socket.sendText(text, true).join();
        }
        JsonNode answer = reply.orTimeout(REPLY_SECONDS, TimeUnit.SECONDS).join();
        if (answer.has("error")) {
            throw new AssertionError(method + ": " + answer.path("error"));
        }
        return answer.path("result");
    }

    private final class Replies implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(
                WebSocket webSocket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                JsonNode message = JSON.readTree(text.toString());
                text.setLength(0);
                dispatch(message);
            }
            webSocket.request(1);
            return null;
        }
    }

    private void dispatch(JsonNode message) {
        if (message.has("id")) {
            CompletableFuture<JsonNode> waiting =
                    pending.remove(message.path("id").asInt());
            if (waiting != null) {
                waiting.complete(message);
            }
            return;
        }
        Consumer<JsonNode> listener = listeners.get(message.path("sessionId").asString(""));
        if (listener != null) {
            listener.accept(message);
        }
    }

    @Override
    public void close() {
        // Asked to close, it removes its temporary files; killed, it leaves them.
        socket.sendText("{\"id\":0,\"method\":\"Browser.close\"}", true);
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        socket.abort();
        http.shutdownNow();
    }
}
