package io.holdfast.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Client;
import io.holdfast.server.OneNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Looks at every page: with data and without, light and dark, on a desk and on a phone. */
@OneNode("it starts a cluster of its own")
final class DashboardPagesTest {

    /** Where the pictures of the docs go; {@code -Drewrite} writes those that are committed. */
    private static final Path PICTURES = System.getProperty("rewrite") != null
            ? Path.of(System.getProperty("holdfast.root", ".."), "docs", "images")
            : Path.of("target", "dashboard");

    private static final Map<String, String> PAGES = new LinkedHashMap<>();

    static {
        PAGES.put("#/", "Overview");
        PAGES.put("#/resources", "Resources");
        PAGES.put("#/resource/locks/deploy%2Fproduction", "deploy/production");
        PAGES.put("#/sessions", "Sessions");
        PAGES.put("#/pools", "Pools");
        PAGES.put("#/claims", "Claims");
        PAGES.put("#/entities", "Entities");
        PAGES.put("#/work", "Work queue");
        PAGES.put("#/cluster", "Cluster");
        PAGES.put("#/events", "Events");
        PAGES.put("#/audit", "Audit");
    }

    @TempDir
    static Path profile;

    @TempDir
    static Path data;

    private static Browser browser;
    private static RealServer server;
    private static Activity activity;
    private static String axe;

    @BeforeAll
    static void start() throws IOException {
        browser = Browser.start(profile);
        server = RealServer.cluster(data, "--demo");
        activity = Activity.on(server);
        try (InputStream script = Client.class.getResourceAsStream("/axe.min.js")) {
            assertThat(script).isNotNull();
            axe = new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @AfterAll
    static void end() {
        activity.close();
        server.close();
        browser.close();
    }

    private static void assertAccessible(Page page, String what) {
        JsonNode found = page.eval("axe.run(document).then(result => ({"
                + "passed: result.passes.length, violations: result.violations.map("
                + "one => one.id + ': ' + one.nodes.map(node => node.html).slice(0, 3))}))");
        assertThat(found.path("violations").size()).as("%s: %s", what, found).isZero();
        assertThat(found.path("passed").asInt()).as("rules that applied").isGreaterThan(15);
    }

    private static void assertFits(Page page, String what) {
        assertThat(page.eval("document.documentElement.scrollWidth - innerWidth")
                        .asInt())
                .as("%s is wider than the screen", what)
                .isLessThanOrEqualTo(0);
    }

    private void visit(Page page, String what) {
        PAGES.forEach((hash, title) -> {
            page.go(hash, title);
            assertFits(page, what + " " + title);
            assertAccessible(page, what + " " + title);
            // For a look at what the test cannot judge.
            page.picture(
                    Path.of("target", "dashboard", what, hash.replaceAll("\\W+", "-") + ".png"));
        });
        page.assertClean();
    }

    @Test
    void pagesHaveNoAccessibilityViolationsInLightAndDark() {
        try (Page page = browser.page().scheme("light").open(server.page("#/"))) {
            page.eval(axe);
            visit(page, "light");
            String light = background(page);
            page.scheme("dark");
            assertThat(background(page)).isNotEqualTo(light);
            visit(page, "dark");
        }
    }

    private static String background(Page page) {
        return page.eval("getComputedStyle(document.documentElement).backgroundColor")
                .asString();
    }

    @Test
    void pagesFitOnAPhone() {
        try (Page page = browser.page().size(360, 740).open(server.page("#/"))) {
            page.eval(axe);
            visit(page, "phone");
            page.click("button.menu");
            page.await("document.querySelector('.side nav').offsetHeight > 0");
            assertFits(page, "menu");
        }
    }

    @Test
    void pagesWithoutDataSayWhatAppearsThere() {
        try (RealServer empty = RealServer.start();
                Page page = browser.page().open(empty.page("#/"))) {
            page.eval(axe);
            page.settled().awaitText("No client waits").awaitText("Nothing is held");
            page.go("#/resources", "Resources").awaitText("Nothing is held");
            page.go("#/resource/locks/none", "none").awaitText("It is free");
            page.go("#/pools", "Pools").awaitText("No pools");
            page.go("#/claims", "Claims").awaitText("No claim waits.");
            page.go("#/entities", "Entities").awaitText("No entities");
            page.go("#/work", "Work queue").awaitText("No node is leased");
            page.go("#/events", "Events").awaitText("No events yet");
            page.go("#/cluster", "Cluster").awaitText("One server, in memory");
            page.go("#/audit", "Audit").awaitText("Audit");
            assertAccessible(page, "empty");
            page.assertClean();
        }
    }

    @Test
    void picturesOfTheDocsAreDrawn() throws IOException {
        try (Page page = browser.page().size(1280, 800).open(server.page("#/"))) {
            activity.awaitBusy();
            picture(page.scheme("light").go("#/", "Overview"), "overview-light");
            picture(
                    page.scheme("dark")
                            .go("#/resource/locks/deploy%2Fproduction", "deploy/production"),
                    "resource-dark");
            picture(page.scheme("light").go("#/cluster", "Cluster"), "cluster-light");
            page.size(360, 740);
            picture(page.go("#/resources", "Resources"), "phone-light");
            picture(page.scheme("dark").go("#/", "Overview"), "phone-dark");
        }
    }

    private static void picture(Page page, String name) throws IOException {
        page.settled();
        Path file = PICTURES.resolve("dashboard-" + name + ".png");
        page.picture(file);
        assertThat(Files.size(file)).isGreaterThan(5_000);
    }
}
