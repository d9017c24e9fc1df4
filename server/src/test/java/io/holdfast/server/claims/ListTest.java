package io.holdfast.server.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Tests GET /v1/claims/: the array, its order and its pages. */
final class ListTest {

    private final TestServer server = TestServer.ephemeral();
    private final Claims claims = new Claims(server);

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    @DisplayName("200, a bare JSON array of full claims, id ascending")
    void listIsAnArrayOrderedById() {
        assertThat(claims.list("").body()).isEqualTo("[]\n");
        claims.create("b", 60);
        claims.create("a", 60);
        claims.create("b", 60);
        claims.status(1, "released");
        Reply list = claims.list("");
        assertThat(Claims.ids(list)).containsExactly(1L, 2L, 3L);
        for (int i = 0; i < 3; i++) {
            assertThat(list.json().get(i)).isEqualTo(claims.get(i + 1).json());
        }
    }

    @Test
    @DisplayName("more than ten claims are listed without a limit; no Link where all are shown")
    void listWithoutLimitShowsAllClaims() {
        for (int i = 0; i < 25; i++) {
            claims.create("r", 60);
        }
        Reply list = claims.list("");
        assertThat(list.json()).hasSize(25);
        assertThat(list.header("Link")).isEmpty();
    }

    @Test
    @DisplayName("limit and offset; limit 0 = empty list; beyond the end = empty list")
    void limitAndOffsetSelectThePage() {
        for (int i = 0; i < 7; i++) {
            claims.create("r" + i % 2, 60);
        }
        assertThat(claims.ids("limit=3")).containsExactly(1L, 2L, 3L);
        assertThat(claims.ids("limit=3&offset=3")).containsExactly(4L, 5L, 6L);
        assertThat(claims.ids("limit=3&offset=6")).containsExactly(7L);
        assertThat(claims.ids("offset=7")).isEmpty();
        assertThat(claims.ids("offset=9999999999")).isEmpty();
        assertThat(claims.ids("limit=0")).isEmpty();
        assertThat(claims.ids("limit=999999999")).hasSize(7);
        assertThat(claims.ids("resource=r1&limit=1&offset=1")).containsExactly(4L);
        assertThat(claims.ids("minimum_ttl=0&offset=1")).containsExactly(2L);
    }

    @Test
    @DisplayName("a further page is announced by a Link header with rel=\"next\"")
    void nextPageIsLinked() {
        for (int i = 0; i < 7; i++) {
            claims.create("r", 60);
        }
        List<Long> seen = new ArrayList<>();
        String path = "/v1/claims/?limit=3&resource=r";
        while (!path.isEmpty()) {
            Reply page = server.client().get(path);
            seen.addAll(Claims.ids(page));
            String link = page.header("Link").orElse("");
            String start = "<" + server.client().base();
            assertThat(link.isEmpty() || link.startsWith(start) && link.endsWith("; rel=\"next\""))
                    .as(link)
                    .isTrue();
            path = link.isEmpty() ? "" : link.substring(start.length(), link.indexOf('>'));
        }
        assertThat(seen).isEqualTo(LongStream.rangeClosed(1, 7).boxed().toList());
    }

    @Test
    @DisplayName("default limit 1000, and lists of more than one look of the machine are whole")
    void longListsAreComplete() {
        StringBuilder ignored = new StringBuilder();
        for (int i = 0; i < 1100; i++) {
            ignored.append(claims.create("r" + i, 600).status());
        }
        Reply list = claims.list("");
        assertThat(list.json()).hasSize(1000);
        assertThat(list.header("Link")).isPresent();
        assertThat(claims.ids("offset=1000")).hasSize(100);
        assertThat(claims.ids("limit=1100&minimum_ttl=1")).hasSize(1100);
    }

    @Test
    @DisplayName("finished claims stay listed until age removes them, oldest first")
    void oldFinishedClaimsAreRemoved() {
        try (TestServer brief = TestServer.ephemeral("--claims-keep", "100")) {
            Claims those = new Claims(brief);
            those.create("a", 60);
            those.create("b", 60);
            those.status(2, "released");
            brief.clock().advanceSeconds(10);
            those.status(1, "released");
            brief.clock().advanceSeconds(90);
            assertThat(those.ids("")).containsExactly(1L);
            assertThat(those.get(2).status()).isEqualTo(404);
            brief.clock().advanceSeconds(10);
            assertThat(those.ids("")).isEmpty();
        }
    }

    @Test
    @DisplayName("finished claims stay listed until their number removes them, oldest first")
    void excessFinishedClaimsAreRemoved() {
        try (TestServer few = TestServer.ephemeral("--claims-kept-max", "2")) {
            Claims those = new Claims(few);
            for (int id = 1; id <= 4; id++) {
                those.create("r" + id, 60);
            }
            for (long id : new long[] {3, 1, 4}) {
                those.status(id, "released");
                few.clock().advanceSeconds(1);
            }
            assertThat(those.ids("")).containsExactly(1L, 2L, 4L);
        }
    }
}
