package io.holdfast.server.dashboard;

import io.holdfast.server.http.Dialect;
import io.holdfast.server.http.ErrorShape;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Handler;
import io.holdfast.server.http.Problem;
import io.holdfast.server.http.RefusalShape;
import io.holdfast.server.http.Route;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Serves the dashboard: the page at {@code /}, its scripts and styles below {@code /ui/}. The files
 * are the same for all clients and contain no data, so they need no authentication and are served
 * under every host name; the API calls of the page are checked as those of any other client.
 */
public final class DashboardRoutes {

    private static final Dialect DIALECT =
            new Dialect("dashboard", ErrorShape.JSON, RefusalShape.JSON);

    private static final String REVALIDATE = "no-cache";
    private static final String FOR_GOOD = "public, max-age=31536000, immutable";

    private final DashboardFiles files = new DashboardFiles();

    private DashboardRoutes() {}

    public static List<Route> all() {
        DashboardRoutes self = new DashboardRoutes();
        return List.of(
                route("/", "getDashboard", self::page),
                route("/ui/{path}", "getDashboardFile", self::file));
    }

    /**
     * A page is many files; a rate limit that is meant for requests would leave half of it. A link
     * from another site must open it, so the guard against foreign pages is left to the API.
     */
    private static Route route(String template, String operationId, Handler handler) {
        return Route.of("GET", template, DIALECT, operationId, handler)
                .withoutAuthentication()
                .withoutRateLimit()
                .withoutHostGuard();
    }

    /** Programs that do not ask for HTML get the answer of an unknown path, as before. */
    private void page(Exchange exchange) {
        String accepted = exchange.header("Accept");
        if (accepted == null || !accepted.toLowerCase(Locale.ROOT).contains("text/html")) {
            exchange.refuse(Problem.NOT_FOUND, "unknown path /");
            return;
        }
        files.page().whenComplete((page, failure) -> {
            if (page == null) {
                exchange.refuse(Problem.INTERNAL, null);
            } else {
                exchange.header("Content-Security-Policy", page.index().policy());
                exchange.header("X-Frame-Options", "DENY");
                reply(exchange, page.index().file(), REVALIDATE);
            }
        });
    }

    private void file(Exchange exchange) {
        String path = exchange.rawPath().substring(1);
        StaticFile known = files.known(path);
        if (known != null) {
            reply(exchange, path, known);
            return;
        }
        files.page()
                .whenComplete((page, failure) -> Thread.ofVirtual()
                        .name("dashboard-file")
                        .start(() -> {
                            StaticFile file = page == null ? null : files.load(page, path);
                            if (file == null) {
                                exchange.refuse(Problem.NOT_FOUND, "no such file of the dashboard");
                            } else {
                                reply(exchange, path, file);
                            }
                        }));
    }

    private static void reply(Exchange exchange, String path, StaticFile file) {
        reply(exchange, file, DashboardFiles.isLibrary(path) ? FOR_GOOD : REVALIDATE);
    }

    private static void reply(Exchange exchange, StaticFile file, String caching) {
        boolean gzip = acceptsGzip(exchange.header("Accept-Encoding"));
        String tag = "\"" + file.tag() + (gzip ? "-gzip\"" : "\"");
        exchange.header("ETag", tag)
                .header("Cache-Control", caching)
                .header("Vary", "Accept, Accept-Encoding")
                .header("Referrer-Policy", "no-referrer")
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .header("Cross-Origin-Embedder-Policy", "require-corp")
                .header("Cross-Origin-Resource-Policy", "same-origin");
        if (isCurrent(exchange.header("If-None-Match"), tag)) {
            exchange.replyEmpty(304);
        } else if (gzip) {
            exchange.header("Content-Encoding", "gzip").reply(200, file.contentType(), file.gzip());
        } else {
            exchange.reply(200, file.contentType(), file.plain());
        }
    }

    private static boolean acceptsGzip(@Nullable String accepted) {
        if (accepted == null) {
            return false;
        }
        for (String coding : accepted.toLowerCase(Locale.ROOT).split(",", -1)) {
            String plain = coding.replace(" ", "");
            if (plain.equals("gzip") || plain.startsWith("gzip;") && !plain.endsWith("q=0")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isCurrent(@Nullable String known, String tag) {
        if (known == null) {
            return false;
        }
        for (String one : known.split(",", -1)) {
            if (one.strip().equals(tag)) {
                return true;
            }
        }
        return false;
    }
}
