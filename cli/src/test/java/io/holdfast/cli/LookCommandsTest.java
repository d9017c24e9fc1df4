package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code ls}, {@code show} and {@code break} print, and the requests that they send. */
final class LookCommandsTest {

    private static final String LOCK = """
            {"api":"locks","key":"deploy","limit":1,"held":1,"waiting":2,\
            "waiting_since":"2026-01-01T00:00:00Z",\
            "holders":[{"owner":"ann@ci","session":2,"since":"2026-01-01T00:00:00Z",\
            "expires_in_s":599.7,"fence":42}],\
            "queue":[{"position":1,"owner":"bob@ci","since":"2026-01-01T00:00:00Z",\
            "estimate_s":{"low":60,"typical":125,"high":600}},\
            {"position":2,"owner":"eve\\u001b[31m","since":"2026-01-01T00:00:00Z"}],\
            "history":[{"kind":"wait","owner":"kim","queued":"2025-12-31T00:10:00Z",\
            "ended":"2025-12-31T00:11:00Z","waited_s":60,"end":"timed_out"},\
            {"kind":"grant","fence":41,"owner":"joe","since":"2025-12-31T00:00:00Z","held_s":3600,\
            "queued":"2025-12-30T23:59:55Z","ended":"2025-12-31T01:00:00Z","waited_s":5,\
            "end":"broken","by":"ops","reason":"host is gone"}]}""";

    private FakeServer server;

    @BeforeEach
    void start() throws IOException {
        server = new FakeServer();
        server.answers(200, LOCK);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Typed typed(String... words) {
        return Typed.of(Map.of("HOLDFAST_URL", server.url()), words);
    }

    @Test
    void showPrintsHolderQueueInOrderAndHistory() {
        Typed show = typed("show", "deploy");
        assertThat(show.code()).as(show.err()).isZero();
        assertThat(show.out())
                .startsWith("deploy (locks): held, 2 waiting\n")
                .containsPattern("ann@ci .* 9m 59s +42\n")
                .containsPattern("1 +bob@ci .* about 2m 5s \\(1m to 10m\\)\n")
                .containsPattern("2 +eve\\?\\[31m ")
                .containsPattern("kim +- +- +1m +wait timed_out +-\n")
                .containsPattern("joe .* 1h +5s +broken by ops: host is gone +41\n");
        assertThat(server.asked()).containsExactly("GET /v1/resources/locks/deploy");
    }

    @Test
    void holdersWithoutAnOwnerAreShownWithTheirSessionsAndSlots() {
        server.answers(
                200,
                "{\"api\":\"locks\",\"key\":\"s\",\"limit\":3,\"held\":1,\"waiting\":1,"
                        + "\"holders\":[{\"session\":17,\"fence\":5,\"slot\":2}],"
                        + "\"queue\":[{\"position\":1,\"session\":18}]}");
        assertThat(typed("show", "s").out())
                .containsPattern("HOLDER .* FENCE +SLOT\n")
                .containsPattern("session 17 .* 5 +2\n")
                .containsPattern("1 +session 18 ");
        assertThat(typed("break", "s", "--yes", "--reason", "hangs").out())
                .isEqualTo("broke s, held by session 17 with the fence 5\n");
        server.answers(
                200,
                "{\"api\":\"pools\",\"key\":\"p\",\"limit\":1,\"held\":1,\"waiting\":0,"
                        + "\"holders\":[{\"fence\":6,\"slot\":0}]}");
        assertThat(typed("show", "p", "--api", "pools").out())
                .containsPattern("unnamed client .* 6 +0\n");
    }

    @Test
    void historyShowsWhoHeldALockAtATime() {
        Typed then = typed("history", "deploy", "--at", "2025-12-31T00:30Z");
        assertThat(then.code()).as(then.err()).isZero();
        assertThat(then.out())
                .containsPattern("joe .* broken by ops: host is gone +41\n")
                .doesNotContain("kim", "ann@ci", "bob@ci");
        Typed waited = typed("history", "deploy", "--at", "2025-12-31T00:10:30Z");
        assertThat(waited.out()).containsPattern("kim .* wait timed_out +-\n").contains("joe");
        Typed now = typed("history", "deploy", "--from", "2026-01-01T00:00:01Z");
        assertThat(now.out())
                .containsPattern("ann@ci .* holds it now +42\n")
                .containsPattern("bob@ci .* waits now +-\n")
                .doesNotContain("joe");
        assertThat(typed("history", "deploy", "--owner", "kim", "-o", "json").out())
                .contains("\"kind\":\"wait\"")
                .doesNotContain("joe");
    }

    @Test
    void historySearchesAllResources() {
        server.answers(
                200,
                "{\"resources\":[],\"history\":[{\"api\":\"locks\",\"key\":\"k\","
                        + "\"kind\":\"grant\","
                        + "\"owner\":\"joe\",\"fence\":7,\"queued\":\"2025-12-31T00:00:00Z\","
                        + "\"since\":\"2025-12-31T00:00:00Z\",\"ended\":\"2025-12-31T00:00:09Z\","
                        + "\"end\":\"released\"}]}");
        Typed found = typed("history", "--owner", "joe", "--at", "2025-12-31T00:00:05Z");
        assertThat(found.out()).containsPattern("locks +k +joe .* released +7\n");
        assertThat(server.asked())
                .containsExactly(
                        "GET /v1/resources?state=held&limit=100&owner=joe",
                        "GET /v1/history?limit=100&owner=joe"
                                + "&from=2025-12-31T00:00:05Z&to=2025-12-31T00:00:05.999Z");
        Typed wrong = typed("history", "--at", "noon");
        assertThat(wrong.code()).isEqualTo(64);
        assertThat(wrong.err()).contains("\"noon\" is not a time");
    }

    @Test
    void freeLockIsShownAsFree() {
        server.answers(404, "{\"error\":\"not_found\"}");
        Typed show = typed("show", "a b/c", "--api", "claims");
        assertThat(show.code()).isZero();
        assertThat(show.out()).isEqualTo("a b/c (claims): free, 0 waiting\n");
        assertThat(server.asked()).containsExactly("GET /v1/resources/claims/a%20b%2Fc");
    }

    @Test
    void listIsFilteredByTheServer() {
        server.answers(
                200,
                "{\"resources\":[{\"api\":\"locks\",\"key\":\"deploy\",\"limit\":3,\"held\":2,"
                        + "\"waiting\":0,\"holder\":{\"owner\":\"ann\","
                        + "\"since\":\"2026-01-01T00:00:00Z\",\"expires_in_s\":5,\"fence\":1}}]}");
        Typed list = typed("ls", "dep", "--api", "locks", "--sort", "wait", "--limit", "7");
        assertThat(list.out()).containsPattern("locks +deploy +2/3 +ann .* 5s +0 +-\n");
        assertThat(server.asked())
                .containsExactly("GET /v1/resources?limit=7&api=locks&prefix=dep&sort=wait");
    }

    @Test
    void breakNeedsConfirmationAndReason() {
        assertThat(typed("break", "deploy").code()).isEqualTo(64);
        assertThat(typed("break", "deploy", "--yes").code()).isEqualTo(64);
        assertThat(server.asked()).noneMatch(request -> request.startsWith("DELETE"));
        Typed broken = typed("break", "deploy", "--yes", "--reason", "hangs");
        assertThat(broken.code()).as(broken.err()).isZero();
        assertThat(broken.out()).isEqualTo("broke deploy, held by ann@ci with the fence 42\n");
        assertThat(server.asked().getLast())
                .isEqualTo("DELETE /v1/resources/locks/deploy/holders/42  {\"reason\":\"hangs\"}");
    }

    @Test
    void breakOfAnotherFenceIsRefused() {
        Typed broken = typed("break", "deploy", "--fence", "7", "--yes", "--reason", "hangs");
        assertThat(broken.code()).isEqualTo(79);
        assertThat(server.asked()).noneMatch(request -> request.startsWith("DELETE"));
    }

    @Test
    void refusalsHaveTheirExitCodes() {
        server.answers(403, "{\"error\":\"forbidden\",\"detail\":\"the role reader is needed\"}");
        assertThat(typed("show", "deploy").code()).isEqualTo(77);
        assertThat(typed("ls").err()).contains("the role reader is needed");
        server.answers(503, "{\"error\":\"no_leader\"}");
        assertThat(typed("ls").code()).isEqualTo(69);
    }
}
