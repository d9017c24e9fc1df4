package io.holdfast.server.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of the dashboard. Each is read at its first request, because most servers are never
 * asked for them and the start must not wait for them. Only names of existing files are kept, so
 * the memory is bounded by the files on the class path.
 */
final class DashboardFiles {

    private static final String OWN = "ui/app/";

    /** Each file has one name: otherwise it would be kept many times, once for each spelling. */
    private static final Pattern NAME =
            Pattern.compile("ui/(app|lib)(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+");

    private static final Map<String, String> TYPES = Map.of(
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml");

    private final Map<String, StaticFile> files = new ConcurrentHashMap<>();
    private @Nullable CompletableFuture<Page> page;

    /** The page and the libraries that it names. */
    record Page(IndexPage index, Libraries libraries) {}

    /** Returns the page; made once, on a thread of its own. */
    synchronized CompletableFuture<Page> page() {
        CompletableFuture<Page> made = page;
        if (made == null) {
            CompletableFuture<Page> making = new CompletableFuture<>();
            Thread.ofVirtual().name("dashboard").start(() -> {
                try {
                    making.complete(makePage());
                } catch (RuntimeException e) {
                    making.completeExceptionally(e);
                }
            });
            page = making;
            return making;
        }
        return made;
    }

    private static Page makePage() {
        Libraries libraries = new Libraries();
        byte[] template = read("/dashboard/index.html");
        if (template == null) {
            throw new IllegalStateException("the page of the dashboard is missing");
        }
        String html = new String(template, StandardCharsets.UTF_8);
        return new Page(IndexPage.of(html, libraries.imports()), libraries);
    }

    /** Returns a file that was read before; null if it was not. */
    @Nullable
    StaticFile known(String path) {
        return files.get(path);
    }

    /** Reads and compresses a file, which blocks; returns null if there is none. */
    @Nullable
    StaticFile load(Page from, String path) {
        String type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
        if (type == null || !NAME.matcher(path).matches()) {
            return null;
        }
        byte[] bytes = isLibrary(path)
                ? library(from.libraries(), path.substring(Libraries.PATH.length()))
                : read("/dashboard/" + path.substring(OWN.length()));
        if (bytes == null) {
            return null;
        }
        StaticFile file = StaticFile.of(type, bytes);
        files.put(path, file);
        return file;
    }

    /** Returns whether the path names its version, so that its content never changes. */
    static boolean isLibrary(String path) {
        return path.startsWith(Libraries.PATH);
    }

    private static byte @Nullable [] library(Libraries libraries, String path) {
        return libraries.hasFile(path) && path.endsWith(".js")
                ? read(Libraries.resource(path))
                : null;
    }

    private static byte @Nullable [] read(String resource) {
        try (InputStream in = DashboardFiles.class.getResourceAsStream(resource)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
