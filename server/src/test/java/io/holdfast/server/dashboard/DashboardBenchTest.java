package io.holdfast.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.OneNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures the dashboard in a browser: frame times with many resources and events, the time until
 * the first content, and the bytes of a first visit. {@code ./dev bench dashboard} measures and
 * prints; a build only shows that this works, on few resources and for a second.
 */
@OneNode("a browser is connected to one member")
final class DashboardBenchTest {

    /** How long each page is measured; zero in a build. */
    private static final int SECONDS = Integer.getInteger("holdfast.bench.seconds", 0);

    private static final int RUNS = SECONDS > 0 ? Integer.getInteger("holdfast.bench.runs", 5) : 1;
    private static final int RESOURCES = SECONDS > 0 ? 10_000 : 100;
    private static final int EVENTS_PER_SECOND = SECONDS > 0 ? 1_000 : 100;
    private static final Path REPORT = Path.of("target", "dashboard", "bench.txt");
    private static final String FIRST_CONTENT =
            "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";

    private static final Map<String, String> PAGES = new LinkedHashMap<>();

    static {
        PAGES.put("#/", "Overview");
        PAGES.put("#/resources", "Resources");
        PAGES.put("#/resource/locks/bench%2Fbusy-0-0", "bench/busy-0-0");
        PAGES.put("#/events", "Events");
    }

    /** A visit with an empty cache. */
    private record Visit(double firstContentMillis, long bytes) {}

    @Test
    void figuresOfTheDashboardAreMeasured(@TempDir Path profile) throws IOException {
        List<Visit> visits = new ArrayList<>();
        Map<String, List<FrameTimes>> frames = new LinkedHashMap<>();
        double events;
        try (RealServer server = RealServer.start("--max-locks", "100000");
                Browser browser = Browser.start(profile);
                SteadyEvents steady =
                        new SteadyEvents(server.linePort(), RESOURCES, EVENTS_PER_SECOND)) {
            for (int run = 0; run < RUNS; run++) {
                try (Page page = browser.page()) {
                    visits.add(visit(page, server));
                    PAGES.forEach((hash, title) -> {
                        page.go(hash, title);
                        frames.computeIfAbsent(title, any -> new ArrayList<>())
                                .add(FrameTimes.of(page, Math.max(1, SECONDS)));
                    });
                    page.assertClean();
                }
            }
            events = steady.perSecond();
        }
        Files.createDirectories(REPORT.getParent());
        Files.writeString(REPORT, report(visits, frames, events));
        assertThat(frames.values()).allSatisfy(runs -> assertThat(runs).hasSize(RUNS));
        assertThat(events).isPositive();
        assertThat(visits)
                .allSatisfy(visit -> assertThat(visit.bytes()).isBetween(20_000L, 150_000L));
    }

    private static Visit visit(Page page, RealServer server) {
        page.open(server.page("#/")).settled().await(FIRST_CONTENT);
        return new Visit(page.eval(FIRST_CONTENT).asDouble(), page.fileBytes());
    }

    private static String report(
            List<Visit> visits, Map<String, List<FrameTimes>> frames, double events) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%,d held locks, %,.0f events a second; %d s on each page; median of %d runs%n%n",
                RESOURCES,
                events,
                Math.max(1, SECONDS),
                RUNS));
        text.append(FrameTimes.HEADER).append('\n');
        frames.forEach((title, runs) -> text.append(FrameTimes.median(runs)
                        .line(title.startsWith("bench/") ? "Resource" : title))
                .append('\n'));
        return text.append(String.format(
                        Locale.ROOT,
                        "%nfirst content  %.0f ms after the start of the visit (goal: 300)%n"
                                + "page and files %.1f kB on the wire (goal: 150)%n",
                        FrameTimes.median(visits, Visit::firstContentMillis),
                        FrameTimes.median(visits, Visit::bytes) / 1000))
                .toString();
    }
}
