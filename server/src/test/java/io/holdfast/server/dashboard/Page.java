package io.holdfast.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;

/** One page of the browser. It records what a test must not cause: errors, dialogs, requests. */
final class Page implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 60;

    private final Browser browser;
    private final String context;
    private final String session;
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Map<String, String> addresses = new ConcurrentHashMap<>();
    private final AtomicLong receivedBytes = new AtomicLong();
    private final AtomicLong fileBytes = new AtomicLong();

    Page(Browser browser, String context, String session) {
        this.browser = browser;
        this.context = context;
        this.session = session;
        browser.listen(session, this::happened);
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            send(domain + ".enable", Map.of());
        }
        size(1280, 800);
    }

    private JsonNode send(String method, Map<String, ?> parameters) {
        return browser.send(method, parameters, session);
    }

    private void happened(JsonNode message) {
        JsonNode about = message.path("params");
        switch (message.path("method").asString()) {
            case "Runtime.exceptionThrown" -> problems.add("exception: " + about);
            case "Page.javascriptDialogOpening" -> problems.add("dialog: " + about);
            case "Log.entryAdded" -> logged(about.path("entry"));
            case "Network.requestWillBeSent" -> {
                String address = about.path("request").path("url").asString();
                requests.add(address);
                addresses.put(about.path("requestId").asString(), address);
            }
            case "Network.loadingFinished" -> received(about);
            default -> {
                // Other events concern no test.
            }
        }
    }

    /** The API's answers grow with what the server holds; the page and its files do not. */
    private void received(JsonNode response) {
        long bytes = response.path("encodedDataLength").asLong();
        receivedBytes.addAndGet(bytes);
        String address = addresses.getOrDefault(response.path("requestId").asString(), "");
        String path = address.isEmpty() ? "" : URI.create(address).getPath();
        if (path.equals("/") || path.startsWith("/ui/")) {
            fileBytes.addAndGet(bytes);
        }
    }

    /**
     * A refused or failed request is part of some tests; a breach of the policy is always wrong.
     */
    private void logged(JsonNode entry) {
        if (!entry.path("source").asString().equals("network")) {
            problems.add(
                    entry.path("source").asString() + ": " + entry.path("text").asString());
        }
    }

    Page size(int width, int height) {
        send(
                "Emulation.setDeviceMetricsOverride",
                Map.of(
                        "width",
                        width,
                        "height",
                        height,
                        "deviceScaleFactor",
                        1,
                        "mobile",
                        width < 500));
        return this;
    }

    /** Adds headers to every request of the page, as a reverse proxy does. */
    Page headers(Map<String, String> headers) {
        send("Network.setExtraHTTPHeaders", Map.of("headers", headers));
        return this;
    }

    /** Sets the system's choice: light or dark. */
    Page scheme(String scheme) {
        Map<String, String> feature = Map.of("name", "prefers-color-scheme", "value", scheme);
        send("Emulation.setEmulatedMedia", Map.of("features", List.of(feature)));
        return this;
    }

    Page open(String address) {
        send("Page.navigate", Map.of("url", address));
        await("document.querySelector('h1[tabindex], .signin h1') !== null");
        return this;
    }

    /** Opens another page of the dashboard by its address behind the '#'. */
    Page go(String hash, String title) {
        eval("location.hash = " + Browser.JSON.writeValueAsString(hash));
        await("document.querySelector('h1')?.textContent.trim() === "
                + Browser.JSON.writeValueAsString(title));
        return settled();
    }

    /** Waits until the page shows data instead of placeholders. */
    Page settled() {
        await("document.querySelector('main .skeleton') === null");
        return this;
    }

    JsonNode eval(String expression) {
        JsonNode reply = send(
                "Runtime.evaluate",
                Map.of(
                        "expression", expression,
                        "awaitPromise", true,
                        "returnByValue", true));
        assertThat(reply.path("exceptionDetails").isMissingNode())
                .as("%s: %s", expression, reply)
                .isTrue();
        return reply.path("result").path("value");
    }

    /** Waits until an expression is true. */
    Page await(String expression) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!eval("Boolean(" + expression + ")").asBoolean()) {
            assertThat(System.nanoTime())
                    .as("%s on a page that shows: %s; problems: %s", expression, text(), problems)
                    .isLessThan(deadline);
            Browser.pause();
        }
        return this;
    }

    /** Waits until the page shows a text. */
    Page awaitText(String text) {
        return await(
                "document.body.innerText.includes(" + Browser.JSON.writeValueAsString(text) + ")");
    }

    String text() {
        return eval("document.body.innerText").asString();
    }

    /** Clicks where the element is, as a person would. */
    void click(String selector) {
        await("document.querySelector(" + quoted(selector) + ")");
        JsonNode place = eval("(() => { const e = document.querySelector(" + quoted(selector)
                + "); e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect();"
                + " return {x: b.x + b.width / 2, y: b.y + b.height / 2}; })()");
        for (String type : List.of("mousePressed", "mouseReleased")) {
            send(
                    "Input.dispatchMouseEvent",
                    Map.of(
                            "type",
                            type,
                            "x",
                            place.path("x").asDouble(),
                            "y",
                            place.path("y").asDouble(),
                            "button",
                            "left",
                            "clickCount",
                            1));
        }
    }

    /** Types into the focused element. */
    void type(String text) {
        send("Input.insertText", Map.of("text", text));
    }

    void press(String key) {
        int code = switch (key) {
            case "Tab" -> 9;
            case "Enter" -> 13;
            case "Escape" -> 27;
            case "/" -> 191;
            default -> throw new IllegalArgumentException(key);
        };
        String text = key.equals("Enter") ? "\r" : key.length() == 1 ? key : "";
        Map<String, Object> parameters = Map.of(
                "key",
                key,
                "code",
                key,
                "windowsVirtualKeyCode",
                code,
                "text",
                text,
                "type",
                text.isEmpty() ? "rawKeyDown" : "keyDown");
        send("Input.dispatchKeyEvent", parameters);
        send(
                "Input.dispatchKeyEvent",
                Map.of("type", "keyUp", "key", key, "code", key, "windowsVirtualKeyCode", code));
    }

    private static String quoted(String selector) {
        return Browser.JSON.writeValueAsString(selector);
    }

    /** Writes what is visible as a PNG file. */
    void picture(Path file) {
        String data = send("Page.captureScreenshot", Map.of("format", "png"))
                .path("data")
                .asString();
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, Base64.getDecoder().decode(data));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> requests() {
        return requests;
    }

    /** Returns the bytes that finished responses had on the wire, heads included. */
    long receivedBytes() {
        return receivedBytes.get();
    }

    /** Returns the bytes of the page and its files on the wire, heads included. */
    long fileBytes() {
        return fileBytes.get();
    }

    /** Fails if the page broke its policy, threw an exception or opened a dialog. */
    void assertClean() {
        assertThat(problems).isEmpty();
    }

    @Override
    public void close() {
        browser.send("Target.disposeBrowserContext", Map.of("browserContextId", context), null);
    }
}
