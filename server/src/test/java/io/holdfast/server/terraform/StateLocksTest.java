package io.holdfast.server.terraform;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.OneNode;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Locks and unlocks states as OpenTofu and Terraform do. */
final class StateLocksTest {

    private static final long HOUR_SECONDS = 3_600;

    private TestServer server;
    private Runs runs;

    @BeforeEach
    void start() {
        server = TestServer.ephemeral();
        runs = Runs.of(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private JsonNode resource() {
        return server.client().get("/v1/resources/claims/terraform%2Fnetwork").json();
    }

    @Test
    void secondRunIsRefusedWithTheLockInfoOfTheFirst() {
        Reply first = runs.lock("a", "ann@laptop");
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.text("status")).isEqualTo("locked");
        assertThat(first.header("X-Fence")).contains(first.json().path("fence").asString());

        Reply second = runs.lock("b", "bob@ci");
        assertThat(second.status()).isEqualTo(423);
        assertThat(second.body()).isEqualTo(Runs.info("a", "ann@laptop") + "\n");

        assertThat(runs.unlock("a", "ann@laptop").status()).isEqualTo(200);
        assertThat(runs.lock("b", "bob@ci").status()).isEqualTo(200);
    }

    @Test
    void refusedRunHasNoPlaceInAQueue() {
        runs.lock("a", "ann@laptop");
        runs.lock("b", "bob@ci");
        runs.unlock("a", "ann@laptop");
        assertThat(resource().path("holders")).isEmpty();
        assertThat(resource().path("waiters")).isEmpty();
    }

    @Test
    void methodsPostAndDeleteAreTheSame() {
        assertThat(runs.ask("POST", Runs.PATH, Runs.info("a", "ann")).status()).isEqualTo(200);
        assertThat(runs.ask("POST", Runs.PATH, Runs.info("b", "bob")).status()).isEqualTo(423);
        assertThat(runs.ask("DELETE", Runs.PATH, Runs.info("b", "bob")).status())
                .isEqualTo(409);
        assertThat(runs.ask("DELETE", Runs.PATH, Runs.info("a", "ann")).status())
                .isEqualTo(200);
    }

    @Test
    void runIsListedUnderItsNameInTheResources() {
        runs.lock("a", "ann@laptop");
        JsonNode holder = resource().path("holders").path(0);
        assertThat(holder.path("owner").asString()).isEqualTo("ann@laptop");
        JsonNode claim = server.client()
                .get("/v1/claims/?resource=terraform/network")
                .json()
                .path(0);
        assertThat(claim.path("resource").asString()).isEqualTo("terraform/network");
        assertThat(claim.path("user_data").path("ID").asString()).isEqualTo("a");
    }

    @Test
    void longNameIsShownAsFarAsAnOwnerMayReach() {
        runs.lock("a", "ä".repeat(100));
        assertThat(resource().path("holders").path(0).path("owner").asString())
                .isEqualTo("ä".repeat(64));
        assertThat(runs.lock("b", "bob").text("Who")).isEqualTo("ä".repeat(100));
    }

    @Test
    void lockOutlivesTheConnectionAndLastsForItsLease() {
        runs.lock("a", "ann");
        server.clock().advanceSeconds(12 * HOUR_SECONDS - 1);
        assertThat(runs.lock("b", "bob").status()).isEqualTo(423);
        server.clock().advanceSeconds(2);
        assertThat(runs.lock("b", "bob").status()).isEqualTo(200);
    }

    @Test
    void lockOfTheSameRunRenewsItsLease() {
        assertThat(runs.lockFor("90m", "a", "ann").json().path("lease_s").asLong())
                .isEqualTo(5_400);
        server.clock().advanceSeconds(5_000);
        Reply renewed = runs.lockFor("2h", "a", "ann");
        assertThat(renewed.status()).isEqualTo(200);
        assertThat(renewed.json().path("lease_s").asLong()).isEqualTo(2 * HOUR_SECONDS);
        server.clock().advanceSeconds(5_000);
        assertThat(runs.lock("b", "bob").status()).isEqualTo(423);
        assertThat(runs.unlock("a", "ann").status()).isEqualTo(200);
    }

    @Test
    void repeatedUnlockOfTheSameRunSucceeds() {
        runs.lock("a", "ann");
        assertThat(runs.unlock("a", "ann").status()).isEqualTo(200);
        assertThat(runs.unlock("a", "ann").status()).isEqualTo(200);
    }

    @Test
    void unlockUnderAnotherIdIsRefusedWithTheHolder() {
        runs.lock("a", "ann@laptop");
        Reply refused = runs.unlock("b", "bob");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("Who")).isEqualTo("ann@laptop");
        assertThat(runs.lock("c", "cid").status()).isEqualTo(423);
    }

    @Test
    void unlockOfAnExpiredLockSaysSo() {
        runs.lockFor("60s", "a", "ann");
        server.clock().advanceSeconds(61);
        Reply late = runs.unlock("a", "ann");
        assertThat(late.status()).isEqualTo(404);
        assertThat(late.error()).isEqualTo("not_held");
        assertThat(late.text("detail")).contains("expired");
        assertThat(runs.unlock("b", "bob").text("detail")).contains("nothing holds");
    }

    @Test
    void forcedUnlockByIdBreaksTheLock() {
        runs.lock("a", "ann");
        assertThat(runs.forceUnlock("b").status()).isEqualTo(409);
        Reply broken = runs.forceUnlock("a");
        assertThat(broken.status()).isEqualTo(200);
        assertThat(broken.text("status")).isEqualTo("broken");
        assertThat(runs.lock("b", "bob").status()).isEqualTo(200);
        assertThat(runs.unlock("a", "ann").status()).isEqualTo(409);
    }

    @Test
    void unlockWithoutABodyBreaksAnyLock() {
        runs.lock("a", "ann");
        assertThat(runs.ask("UNLOCK", Runs.PATH, "").text("status")).isEqualTo("broken");
        assertThat(runs.unlock("a", "ann").text("detail")).contains("broken");
        assertThat(runs.ask("UNLOCK", Runs.PATH, "").status()).isEqualTo(404);
        assertThat(runs.ask("DELETE", Runs.PATH, "").status()).isEqualTo(404);
    }

    @Test
    void runThatNamesOnlyItsIdReleasesItsOwnLock() {
        assertThat(runs.ask("LOCK", Runs.PATH, "{\"ID\":\"script-7\"}").status())
                .isEqualTo(200);
        assertThat(runs.ask("UNLOCK", Runs.PATH, "{\"ID\":\"script-7\"}").text("status"))
                .isEqualTo("unlocked");
    }

    @Test
    void claimOnTheSameResourceWaitsForARunAndIsShownToTheNext() {
        runs.lock("a", "ann");
        String claim = "{\"resource\":\"terraform/network\",\"ttl\":60,\"user_data\":{\"a\":1}}";
        assertThat(server.client().post("/v1/claims/", claim).status()).isEqualTo(202);
        runs.unlock("a", "ann");
        Reply refused = runs.lock("b", "bob");
        assertThat(refused.status()).isEqualTo(423);
        assertThat(refused.text("ID")).isEqualTo("claim-3");
        assertThat(refused.text("Operation")).isEqualTo("claim");
        assertThat(runs.forceUnlock("claim-3").text("status")).isEqualTo("broken");
    }

    @Test
    void fieldsOfLaterVersionsAreKept() {
        String later =
                "{\"ID\":\"a\",\"Who\":\"ann\",\"Run\":{\"Tags\":[1,\"x\",null]},\"Z\":1.50}";
        assertThat(runs.ask("LOCK", Runs.PATH, later).status()).isEqualTo(200);
        assertThat(runs.lock("b", "bob").body()).isEqualTo(later + "\n");
    }

    @Test
    void addressOfAStateIsRefused() {
        // A 404 would mean an empty state, and the next apply would create everything again.
        Reply get = server.client().get(Runs.PATH);
        assertThat(get.status()).isEqualTo(405);
        assertThat(get.header("Allow")).contains("LOCK, UNLOCK, POST, DELETE");
        Reply post = runs.ask("POST", Runs.PATH, "{\"version\":4,\"serial\":1,\"outputs\":{}}");
        assertThat(post.status()).isEqualTo(400);
    }

    @Test
    void namesAreDecodedOnce() {
        assertThat(runs.ask("LOCK", "/v1/terraform/eu%2Fweb", Runs.info("a", "ann"))
                        .status())
                .isEqualTo(200);
        assertThat(server.client()
                        .get("/v1/resources/claims/terraform%2Feu%2Fweb")
                        .json()
                        .path("holders"))
                .hasSize(1);
        String longest = "/v1/terraform/" + "x".repeat(257);
        assertThat(runs.ask("LOCK", longest, Runs.info("a", "ann")).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @OneNode("requests are rejected before the cluster is asked")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "''|expected a JSON object",
                "[]|expected a JSON object",
                "{}|ID must be",
                "{\"ID\":\"\"}|ID must be",
                "{\"ID\":7}|ID must be a string",
                "{\"ID\":\"a\"|not valid JSON",
                "{\"ID\":\"a\"} {}|after the JSON object",
                "{\"ID\":\"a\",\"ID\":\"b\"}|not valid JSON",
                "{\"ID\":\"a\",\"Who\":null}|Who must be a string",
                "{\"ID\":\"a\",\"Who\":\"x\\u001by\"}|Who must not contain control characters",
                "{\"ID\":\"a\",\"Who\":\"\\ud800\"}|Who must be valid Unicode",
                "{\"ID\":\"a\",\"x\":[{\"y\":\"\\u0007\"}]}|a value must not contain control",
                "{\"ID\":\"a\",\"Created\":\"yesterday\"}|Created must be a time",
            })
    void invalidLockInfoIsRejected(String body, String why) {
        Reply refused = runs.ask("LOCK", Runs.PATH, body);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.error()).isEqualTo("bad_request");
        assertThat(refused.text("detail")).contains(why);
    }

    @ParameterizedTest
    @OneNode("requests are rejected before the cluster is asked")
    @ValueSource(strings = {"lease=0", "lease=-5s", "lease=721h", "lease=soon", "leese=5m"})
    void invalidLeaseIsRejected(String query) {
        Reply refused = runs.ask("LOCK", Runs.PATH + "?" + query, Runs.info("a", "ann"));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("detail")).contains("lease");
    }

    @Test
    void largeOrDeepLockInfoIsRejected() {
        String large = "{\"ID\":\"a\",\"Info\":\"" + "x".repeat(64 << 10) + "\"}";
        assertThat(runs.ask("LOCK", Runs.PATH, large).status()).isEqualTo(413);
        String deep = "{\"ID\":\"a\",\"x\":" + "[".repeat(40) + "]".repeat(40) + "}";
        assertThat(runs.ask("LOCK", Runs.PATH, deep).text("detail")).contains("too deep");
    }
}
