package io.holdfast.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.OneNode;
import io.holdfast.server.Tokens;
import io.holdfast.server.auth.Role;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses the dashboard as a person would, in a browser. */
@OneNode("a browser is connected to one member")
final class DashboardTest {

    private static final String QUEUE = "document.querySelector('[aria-labelledby=queue]')";
    private static final String HOLDERS = "document.querySelector('[aria-labelledby=holders]')";

    @TempDir
    static Path profile;

    @TempDir
    Path directory;

    private static Browser browser;

    private Page page;

    @BeforeAll
    static void startBrowser() {
        browser = Browser.start(profile);
    }

    @AfterAll
    static void endBrowser() {
        browser.close();
    }

    @BeforeEach
    void openPage() {
        page = browser.page();
    }

    @AfterEach
    void nothingWentWrongOnThePage() {
        page.assertClean();
        page.close();
    }

    private Page awaitIn(String section, String text) {
        return page.await(section + "?.innerText.includes('" + text + "')");
    }

    @Test
    void queueMovesWithoutReloading() {
        try (RealServer server = RealServer.start()) {
            RealServer.Held first = server.hold("deploy", "ann@ci");
            page.open(server.page("#/resource/locks/deploy"));
            awaitIn(HOLDERS, "ann@ci");

            server.queue("deploy", "bob@ci");
            server.queue("deploy", "carla@ci");
            awaitIn(QUEUE, "bob@ci");
            awaitIn(QUEUE, "carla@ci");

            first.release();
            awaitIn(HOLDERS, "bob@ci");
            page.await("!" + QUEUE + ".innerText.includes('bob@ci')");
            // The picture has the past grant, the present one and the wait.
            page.await("document.querySelectorAll('hf-timeline li').length === 3");
        }
    }

    @Test
    void grantIsBrokenAfterConfirmationWithAReason() {
        try (RealServer server = RealServer.start()) {
            RealServer.Held held = server.hold("migration", "ann@ci");
            server.queue("migration", "bob@ci");
            page.open(server.page("#/resource/locks/migration"));

            page.click(HOLDERS_BREAK);
            page.await("document.querySelector('dialog').open");
            page.press("Enter");
            // Without a reason nothing happens.
            page.await("document.querySelector('dialog').open");
            page.click("#reason");
            page.type("the job hangs");
            page.press("Enter");

            page.awaitText("The grant is broken.");
            awaitIn(HOLDERS, "bob@ci");
            awaitIn("document.querySelector('[aria-labelledby=past]')", "Broken");
            assertThat(server.client()
                            .get("/v1/resources/locks/migration")
                            .json()
                            .path("holders")
                            .get(0)
                            .path("fence")
                            .asLong())
                    .isGreaterThan(held.fence());
        }
    }

    @Test
    void sessionIsShownAndEndedWithAReason() {
        try (RealServer server = RealServer.start()) {
            server.hold("deploy", "ann@ci");
            page.open(server.page("#/sessions"));
            page.awaitText("deploy");
            page.await("document.querySelector('.sessions tbody time')?.dateTime.startsWith('20')");

            page.click(".sessions button");
            page.await("document.querySelector('dialog').open");
            page.click("#reason");
            page.type("the client is gone");
            page.press("Enter");

            page.await("!document.querySelector('.sessions')?.innerText.includes('deploy')");
            assertThat(server.client().get("/v1/resources").json().path("resources"))
                    .isEmpty();
        }
    }

    private static final String HOLDERS_BREAK = "[aria-labelledby=holders] button";

    @Test
    void hostileNamesAreShownAsText() {
        List<String> keys = List.of(
                "<img/src=x/onerror=alert(1)>",
                "javascript:alert(1)",
                "invoice\u202egpj.exe",
                "k".repeat(256),
                "\"><script>alert(1)</script>");
        try (RealServer server = RealServer.start()) {
            keys.forEach(key -> server.hold(key, "<b>mallory</b>"));
            page.size(360, 740).open(server.page("#/resources")).settled();

            page.awaitText("<img/src=x/onerror=alert(1)>");
            page.awaitText("invoice\u27e8202E\u27e9gpj.exe");
            assertFitsAndIsHarmless(server);
            for (String key : keys) {
                page.eval("location.hash = '#/resource/locks/' + encodeURIComponent("
                        + Browser.JSON.writeValueAsString(key) + ")");
                awaitIn(HOLDERS, "<b>mallory</b>");
                assertFitsAndIsHarmless(server);
            }
        }
    }

    private void assertFitsAndIsHarmless(RealServer server) {
        assertThat(page.eval("document.documentElement.scrollWidth").asInt())
                .isLessThanOrEqualTo(360);
        assertThat(page.eval("document.querySelectorAll('main img, main b, main script').length")
                        .asInt())
                .isZero();
        assertThat(page.requests()).allMatch(request -> request.startsWith(server.page("")));
    }

    @Test
    void searchFindsWhileTyping() {
        try (RealServer server = RealServer.start()) {
            for (String key : List.of("deploy/web", "deploy/api", "invoice/1")) {
                server.hold(key, "ann@ci");
            }
            page.open(server.page("#/resources")).settled().awaitText("invoice/1");

            page.click("input[type=search]");
            page.type("deploy/a");
            page.await("document.querySelectorAll('tbody tr').length === 1");
            page.awaitText("deploy/api");
            assertThat(page.eval("location.hash").asString()).contains("q=deploy%2Fa");

            page.type("zzz");
            page.awaitText("Nothing found");
        }
    }

    @Test
    void tokenIsRequiredAndKeptForTheTabOnly() {
        Tokens tokens = new Tokens(directory);
        String operator = tokens.of("olga", Role.OPERATOR);
        try (RealServer server = RealServer.start("--tokens-file", tokens.path())) {
            page.open(server.page("#/")).awaitText("Sign in to Holdfast");
            page.click("#token");
            page.type("lk_wrong");
            page.press("Enter");
            page.await("document.querySelector('[role=alert]')");
            assertThat(page.eval("sessionStorage.length").asInt()).isZero();

            page.eval("document.querySelector('#token').value = ''");
            page.click("#token");
            page.type(operator);
            page.press("Enter");
            page.awaitText("olga").awaitText("role operator").awaitText("Cluster");
            assertThat(page.eval("sessionStorage.length + '/' + localStorage.length + '/'"
                                    + " + document.cookie")
                            .asString())
                    .isEqualTo("1/0/");

            page.click(".account button");
            page.awaitText("Sign in to Holdfast");
            assertThat(page.eval("sessionStorage.length").asInt()).isZero();
        }
    }

    @Test
    void roleIsNotOfferedWhatItMayNotDo() {
        Tokens tokens = new Tokens(directory);
        String reader = tokens.of("rita", Role.READER);
        String user = tokens.of("uwe", Role.USER);
        try (RealServer server = RealServer.start("--tokens-file", tokens.path())) {
            String session = server.client()
                    .post("/v1/sessions", "", "Authorization", "Bearer " + user)
                    .text("session_id");
            server.client()
                    .post(
                            "/v1/locks/deploy",
                            "{\"lease_ttl_s\":600}",
                            "Authorization",
                            "Bearer " + user,
                            "X-Dflockd-Session",
                            session);
            page.open(server.page("#/resource/locks/deploy"));
            page.click("#token");
            page.type(reader);
            page.press("Enter");

            page.awaitText("Breaking a grant needs the role lock-breaker.");
            assertThat(page.eval("document.querySelector('" + HOLDERS_BREAK + "') === null")
                            .asBoolean())
                    .isTrue();
            assertThat(page.text()).doesNotContain("Cluster");
        }
    }

    @Test
    void pageReconnectsAfterARestart() {
        RealServer first = RealServer.start();
        int port = first.port();
        first.hold("before", "ann@ci");
        page.open(first.page("#/resources")).settled().awaitText("before");
        page.await("document.querySelector('.live').textContent.trim() === 'Live'");

        first.close();
        page.await("document.querySelector('.live').textContent.trim() === 'Reconnecting'");
        page.awaitText("Showing the state of").awaitText("before");

        try (RealServer second = RealServer.at(port)) {
            page.await("document.querySelector('.live').textContent.trim() === 'Live'");
            second.hold("after", "bob@ci");
            page.awaitText("after").await("!document.body.innerText.includes('before')");
        }
    }

    @Test
    void everythingIsReachedByKeyboard() {
        try (RealServer server = RealServer.start()) {
            server.hold("deploy", "ann@ci");
            page.open(server.page("#/resources")).settled().awaitText("deploy");

            page.press("/");
            page.await("document.activeElement.type === 'search'");
            tabTo("document.activeElement.matches('a.key')");
            page.press("Enter");
            awaitIn(HOLDERS, "ann@ci");
            tabTo("document.activeElement.textContent.trim() === 'Break'");
            page.press("Enter");
            page.await("document.querySelector('dialog').open");
            page.press("Escape");
            page.await("!document.querySelector('dialog').open");
            // The focus is where it was, and visible.
            page.await("document.activeElement.textContent.trim() === 'Break'");
            page.await("document.activeElement.matches(':focus-visible')");
        }
    }

    private void tabTo(String condition) {
        for (int i = 0; i < 40; i++) {
            page.press("Tab");
            if (page.eval(condition).asBoolean()) {
                return;
            }
        }
        throw new AssertionError("not reached by Tab: " + condition);
    }

    @Test
    void pageIsAtMost150KilobytesAndFromThisServerOnly() {
        try (RealServer server = RealServer.start()) {
            page.open(server.page("#/")).settled();
            page.await("document.querySelector('.live').textContent.trim() === 'Live'");

            assertThat(page.receivedBytes()).isBetween(20_000L, 150_000L);
            assertThat(page.requests()).allMatch(request -> request.startsWith(server.page("")));
        }
    }

    @Test
    void eventsStandStillWhilePaused() {
        try (RealServer server = RealServer.start()) {
            server.hold("one", "ann@ci");
            page.open(server.page("#/events")).awaitText("one");

            page.click("button.pause");
            page.awaitText("Standing still");
            server.hold("two", "ann@ci");
            page.awaitText("newer");
            assertThat(page.eval("document.querySelector('tbody').innerText").asString())
                    .doesNotContain("two");

            page.click("button.pause");
            page.await("document.querySelector('tbody').innerText.includes('two')");
        }
    }
}
