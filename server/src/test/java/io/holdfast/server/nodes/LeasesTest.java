package io.holdfast.server.nodes;

import static io.holdfast.server.nodes.Person.code;
import static io.holdfast.server.nodes.Person.expires;
import static io.holdfast.server.nodes.Person.item;
import static io.holdfast.server.nodes.Person.lease;
import static io.holdfast.server.nodes.Person.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Client;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The contract's numbered sentences about claims, renewals, extensions and releases. */
final class LeasesTest {

    private static final long TTL_MILLIS = 2_700_000;
    private static final long MAX_MILLIS = 28_800_000;
    private static final String TASK = "task-api-rate-limits";

    private final TestServer server = TestServer.ephemeral();
    private final Person alice = Person.of(server, "alice");
    private final Person bob = Person.of(server, "bob");

    @BeforeEach
    void write() {
        assertThat(alice.task(TASK).status()).isEqualTo(200);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private void pass(long millis) {
        server.clock().advanceNanos(millis * 1_000_000);
    }

    private long now() {
        return server.clock().wallMillis();
    }

    @Test
    @DisplayName("1. A claim reply has `expires` as an integer in ms and `expires_at` as the same"
            + " instant in ISO with milliseconds and `Z`.")
    void expiryIsReturnedInTwoFormats() {
        Reply claim = alice.claim(TASK);

        assertThat(claim.status()).isEqualTo(200);
        assertThat(lease(claim).path("expires").isIntegralNumber()).isTrue();
        assertThat(expires(claim)).isEqualTo(now() + TTL_MILLIS);
        String iso = lease(claim).path("expires_at").asString();
        assertThat(iso).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        assertThat(Instant.parse(iso).toEpochMilli()).isEqualTo(expires(claim));
    }

    @Test
    @DisplayName("2. A first claim with `{}` gives `session: null` and one new `assigned` edge to"
            + " the caller's person.")
    void firstClaimWritesOneEdge() {
        Reply claim = alice.claim(TASK);

        assertThat(claim.json().path("ok").asBoolean()).isTrue();
        assertThat(claim.text("status")).isEqualTo("claimed");
        assertThat(claim.text("edge")).isEqualTo("added");
        assertThat(lease(claim).path("session").isNull()).isTrue();
        assertThat(lease(claim).path("by").asString()).isEqualTo("person-alice");
        assertThat(lease(claim).path("node_id").asString()).isEqualTo(TASK);
        assertThat(lease(claim).path("fence").asLong()).isPositive();
        assertThat(alice.assigned(TASK, alice)).isOne();
        assertThat(alice.node(TASK).path("raw").asString())
                .contains("edges:\n  - {type: assigned, to: person-alice}\n---\n");
    }

    @Test
    @DisplayName("3. A second claim by the same person succeeds, moves `expires` forward, keeps"
            + " `claimed_at`, and leaves the node's `revision` unchanged.")
    void secondClaimRenews() {
        Reply first = alice.claim(TASK);
        String revision = alice.revision(TASK);
        pass(5_000);
        Reply second = alice.claim(TASK);

        assertThat(second.status()).isEqualTo(200);
        assertThat(second.text("status")).isEqualTo("renewed");
        assertThat(second.text("edge")).isEqualTo("skipped");
        assertThat(expires(second)).isEqualTo(expires(first) + 5_000);
        assertThat(lease(second).path("claimed_at")).isEqualTo(lease(first).path("claimed_at"));
        assertThat(alice.revision(TASK)).isEqualTo(revision);
    }

    @Test
    @DisplayName("4. A claim by another person while the lease is live is 409 whose message"
            + " contains the holder's id and the ISO expiry, and changes nothing.")
    void claimOfANodeHeldByAnotherIsRejected() {
        Reply held = alice.claim(TASK);
        String revision = alice.revision(TASK);
        Reply refused = bob.claim(TASK);

        assertThat(refused.status()).isEqualTo(409);
        assertThat(code(refused)).isEqualTo("conflict");
        String iso = lease(held).path("expires_at").asString();
        assertThat(message(refused)).contains("person-alice").contains(iso);
        assertThat(refused.json().path("holder").path("by").asString()).isEqualTo("person-alice");
        assertThat(refused.json().path("holder").path("expires").asLong()).isEqualTo(expires(held));
        assertThat(alice.revision(TASK)).isEqualTo(revision);
        assertThat(expires(alice.renew(TASK))).isEqualTo(expires(held));
    }

    @Test
    @DisplayName("5. A body field such as `by` or `person` never changes the holder.")
    void holderIsTheAuthenticatedPerson() {
        Reply claim = alice.post(
                TASK, "claim", "{\"by\":\"person-bob\",\"person\":\"bob\",\"holder\":\"bob\"}");

        assertThat(lease(claim).path("by").asString()).isEqualTo("person-alice");
    }

    @Test
    @DisplayName("6. Of N simultaneous claims by N people on a free node exactly one is 200 and N-1"
            + " are 409, and exactly one `assigned` edge exists.")
    void concurrentClaimsGrantOneLease() {
        List<CompletableFuture<Reply>> claims = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            claims.add(Person.of(server, "worker-" + i)
                    .start("POST", "/v1/nodes/" + TASK + "/claim", "{}"));
        }
        int won = 0;
        for (CompletableFuture<Reply> claim : claims) {
            int status = Client.await(claim).status();
            assertThat(status).isIn(200, 409);
            won += status == 200 ? 1 : 0;
        }
        assertThat(won).isOne();
        assertThat(alice.node(TASK).path("frontmatter").path("edges").size()).isOne();
    }

    @Test
    @DisplayName("7. At `now == expires` the lease is lapsed; at `expires - 1` it is live.")
    void leaseExpiresAtItsDeadline() {
        alice.claim(TASK);
        pass(TTL_MILLIS - 1);
        assertThat(bob.claim(TASK).status()).isEqualTo(409);
        pass(1);
        assertThat(bob.claim(TASK).status()).isEqualTo(200);
    }

    @Test
    @DisplayName("8. After lapse another person's claim is 200; the first person's `assigned` edge"
            + " is still there.")
    void expiredLeaseLeavesItsEdge() {
        alice.claim(TASK);
        pass(TTL_MILLIS);
        Reply claim = bob.claim(TASK);

        assertThat(claim.status()).isEqualTo(200);
        assertThat(claim.text("edge")).isEqualTo("added");
        assertThat(bob.assigned(TASK, alice)).isOne();
        assertThat(bob.assigned(TASK, bob)).isOne();
    }

    @Test
    @DisplayName("9. After lapse the old holder's renew is 409 and no lease is created by it.")
    void expiredLeaseCannotBeRenewed() {
        Reply claim = alice.claim(TASK);
        pass(TTL_MILLIS);
        Reply renewal = alice.renew(TASK);

        assertThat(renewal.status()).isEqualTo(409);
        assertThat(code(renewal)).isEqualTo("lease_lost");
        assertThat(message(renewal)).contains(lease(claim).path("expires_at").asString());
        assertThat(renewal.json().has("holder")).isFalse();
        assertThat(bob.claim(TASK).status()).isEqualTo(200);
    }

    @Test
    @DisplayName("10. After a takeover the old holder's renew/extend is 409 naming the new holder.")
    void renewAfterTakeoverNamesTheNewHolder() {
        alice.claim(TASK);
        pass(TTL_MILLIS);
        bob.claim(TASK);
        for (Reply refused : List.of(alice.renew(TASK), alice.extend(TASK, 1000))) {
            assertThat(refused.status()).isEqualTo(409);
            assertThat(code(refused)).isEqualTo("lease_lost");
            assertThat(message(refused)).contains("person-bob");
            assertThat(refused.json().path("holder").path("by").asString()).isEqualTo("person-bob");
        }
    }

    @Test
    @DisplayName("11. Renew works from a session other than the one that claimed, and the reply's"
            + " `session` is the new one.")
    void anotherSessionCanRenew() {
        alice.post(TASK, "claim", "{\"session\":\"run-1\"}");
        Reply renewal = alice.post(TASK, "renew", "{\"session\":\"run-2\"}");

        assertThat(renewal.text("status")).isEqualTo("renewed");
        assertThat(renewal.json().has("edge")).isFalse();
        assertThat(lease(renewal).path("session").asString()).isEqualTo("run-2");
    }

    @Test
    @DisplayName("12. Renew without `session` succeeds and leaves the bound session in place.")
    void renewWithoutSessionKeepsTheSession() {
        alice.post(TASK, "claim", "{\"session\":\"run-1\"}");
        assertThat(lease(alice.renew(TASK)).path("session").asString()).isEqualTo("run-1");
    }

    @Test
    @DisplayName("13. Renew and extend never change the node's `revision` or edges.")
    void renewAndExtendDoNotChangeTheNode() {
        alice.claim(TASK);
        JsonNode before = alice.node(TASK);
        alice.renew(TASK);
        alice.extend(TASK, 60_000);
        assertThat(alice.node(TASK)).isEqualTo(before);
    }

    @Test
    @DisplayName("14. Extend with `ms` 0, negative, a string, null, or absent is refused with 4xx"
            + " and the lease is unchanged.")
    void extensionMustBeAPositiveNumber() {
        long expires = expires(alice.claim(TASK));
        for (String body :
                List.of("{\"ms\":0}", "{\"ms\":-1}", "{\"ms\":\"5\"}", "{\"ms\":null}", "{}", "")) {
            Reply refused = alice.post(TASK, "extend", body);
            assertThat(refused.status()).as(body).isEqualTo(422);
            assertThat(code(refused)).isEqualTo("invalid_node");
        }
        assertThat(expires(alice.renew(TASK))).isEqualTo(expires);
    }

    @Test
    @DisplayName("15. Extend past the ceiling is 200 with `capped_to_max: true` and numeric"
            + " `claim_ttl_max_ms`; below it neither key appears.")
    void extensionIsCapped() {
        long expires = expires(alice.claim(TASK));
        Reply below = alice.extend(TASK, 7_200_000);
        assertThat(below.text("status")).isEqualTo("extended");
        assertThat(expires(below)).isEqualTo(expires + 7_200_000);
        assertThat(below.json().has("capped_to_max")).isFalse();
        assertThat(below.json().has("claim_ttl_max_ms")).isFalse();

        Reply past = alice.extend(TASK, 2_592_000_000L);
        assertThat(past.status()).isEqualTo(200);
        assertThat(expires(past)).isEqualTo(now() + MAX_MILLIS);
        assertThat(past.json().path("capped_to_max").asBoolean()).isTrue();
        assertThat(past.json().path("claim_ttl_max_ms").asLong()).isEqualTo(MAX_MILLIS);
    }

    @Test
    void extensionIsExactToTheMillisecond() {
        long expires = expires(alice.claim(TASK));
        for (int i = 1; i <= 5; i++) {
            server.clock().advanceNanos(300_700_000L + i * 137);
            assertThat(expires(alice.extend(TASK, 1_500))).isEqualTo(expires + i * 1_500);
        }
    }

    @Test
    void extensionFollowsAWallClockThatWasSet() {
        long expires = expires(alice.claim(TASK));
        server.clock().shiftWall(-3_600_000);

        assertThat(expires(alice.extend(TASK, 1_500))).isEqualTo(expires - 3_600_000 + 1_500);
    }

    @Test
    @DisplayName("16. Extend when the cap lies before the current expiry returns the current expiry"
            + " (never shortens).")
    void extensionNeverShortensTheLease() {
        alice.claim(TASK);
        long expires = expires(alice.extend(TASK, MAX_MILLIS));
        Reply again = alice.extend(TASK, 1);

        assertThat(expires(again)).isEqualTo(expires);
        assertThat(again.json().path("capped_to_max").asBoolean()).isTrue();
    }

    @Test
    @DisplayName("17. Fractional `ms` (\"positive number\", not integer) is accepted or rounded,"
            + " never a 500.")
    void fractionalMillisecondsAreRoundedUp() {
        long expires = expires(alice.claim(TASK));
        Reply extension = alice.post(TASK, "extend", "{\"ms\":0.25}");
        assertThat(extension.status()).isEqualTo(200);
        assertThat(expires(extension)).isEqualTo(expires + 1);
        assertThat(alice.post(TASK, "extend", "{\"ms\":1e300}").status()).isEqualTo(200);
        assertThat(alice.post(TASK, "extend", "{\"ms\":1e999}").status()).isEqualTo(200);
    }

    @Test
    @DisplayName("18. A renew right after an extend does not pull the expiry back (our chosen"
            + " rule).")
    void renewKeepsAnExtension() {
        alice.claim(TASK);
        long expires = expires(alice.extend(TASK, 7_200_000));
        assertThat(expires(alice.renew(TASK))).isEqualTo(expires);
    }

    @Test
    @DisplayName("19. Release by the holder is 200, `edge:\"removed\"`, the edge is gone, and the"
            + " node is back in others' queues at once.")
    void releasedNodeReturnsToTheQueue() {
        alice.claim(TASK);
        assertThat(item(bob.queue(""), TASK).isMissingNode()).isTrue();
        Reply release = alice.release(TASK);

        assertThat(release.status()).isEqualTo(200);
        assertThat(release.text("status")).isEqualTo("released");
        assertThat(release.text("node_id")).isEqualTo(TASK);
        assertThat(release.text("edge")).isEqualTo("removed");
        assertThat(release.json().has("lease")).isFalse();
        assertThat(alice.assigned(TASK, alice)).isZero();
        assertThat(item(bob.queue(""), TASK).isMissingNode()).isFalse();
    }

    @Test
    @DisplayName("20. Releasing again is 200 with `edge:\"skipped\"`.")
    void secondReleaseIsSkipped() {
        alice.claim(TASK);
        alice.release(TASK);
        Reply again = alice.release(TASK);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.text("edge")).isEqualTo("skipped");
    }

    @Test
    @DisplayName("21. Releasing a node with no lease but a lingering own edge is 200 `removed`.")
    void releaseWithoutLeaseRemovesOwnEdge() {
        alice.claim(TASK);
        pass(TTL_MILLIS);
        Reply release = alice.release(TASK);
        assertThat(release.status()).isEqualTo(200);
        assertThat(release.text("edge")).isEqualTo("removed");
        assertThat(alice.assigned(TASK, alice)).isZero();
    }

    @Test
    @DisplayName("22. Releasing another's live claim is 409 and removes nothing; another's *lapsed*"
            + " claim: 200, and their edge stays.")
    void releaseOfAnothersLeaseIsRejected() {
        alice.claim(TASK);
        Reply refused = bob.release(TASK);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(code(refused)).isEqualTo("conflict");
        assertThat(message(refused)).contains("person-alice");
        assertThat(alice.assigned(TASK, alice)).isOne();
        assertThat(alice.renew(TASK).status()).isEqualTo(200);

        pass(TTL_MILLIS);
        Reply release = bob.release(TASK);
        assertThat(release.status()).isEqualTo(200);
        assertThat(release.text("edge")).isEqualTo("skipped");
        assertThat(alice.assigned(TASK, alice)).isOne();
    }

    @Test
    @DisplayName("23. Release with no body and no content type works.")
    void releaseNeedsNoBody() {
        alice.claim(TASK);
        assertThat(alice.post(TASK, "release", "").text("edge")).isEqualTo("removed");
    }

    @Test
    @DisplayName("37. A claim with a new `dispatch` nonce on one's own nonce-bearing live lease is"
            + " 409; without nonce it renews.")
    void secondDispatchNonceIsRejected() {
        assertThat(alice.post(TASK, "claim", "{\"dispatch\":\"n-1\"}").status()).isEqualTo(200);
        Reply second = alice.post(TASK, "claim", "{\"dispatch\":\"n-2\"}");
        assertThat(second.status()).isEqualTo(409);
        assertThat(code(second)).isEqualTo("conflict");
        assertThat(message(second)).contains("person-alice");
        assertThat(alice.post(TASK, "claim", "{\"dispatch\":\"n-1\"}").status()).isEqualTo(200);
        assertThat(alice.claim(TASK).text("status")).isEqualTo("renewed");
        // A claim without a nonce keeps the existing one.
        assertThat(alice.post(TASK, "claim", "{\"dispatch\":\"n-2\"}").status()).isEqualTo(409);
    }

    @Test
    void nonceIsAddedToALeaseWithoutOne() {
        alice.claim(TASK);
        assertThat(alice.post(TASK, "claim", "{\"dispatch\":\"n-1\"}").status()).isEqualTo(200);
        assertThat(alice.post(TASK, "claim", "{\"dispatch\":\"n-2\"}").status()).isEqualTo(409);
    }

    @Test
    @DisplayName("38. Unknown body keys are ignored; unknown reply keys are allowed.")
    void unknownKeysAreIgnored() {
        assertThat(alice.post(TASK, "claim", "{\"force\":true,\"x\":[{}]}").status())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("39. The same person holding many leases is allowed; no per-person limit is"
            + " documented.")
    void personMayHoldManyLeases() {
        for (int i = 0; i < 30; i++) {
            alice.task("task-" + i);
            assertThat(alice.claim("task-" + i).status()).isEqualTo(200);
        }
        assertThat(alice.queue("?assignee=me").path("count").asInt()).isEqualTo(30);
    }

    @Test
    void reservationBlocksOthersUntilItsHolderReturns() {
        alice.claim(TASK);
        Reply reserved = alice.post(TASK, "reserve", "{\"session\":\"run-1\"}");
        assertThat(reserved.text("status")).isEqualTo("reserved");
        assertThat(lease(reserved).path("reserved").asBoolean()).isTrue();
        assertThat(reserved.json().path("grace_window_ms").asLong()).isEqualTo(172_800_000);
        assertThat(expires(reserved)).isEqualTo(now() + 172_800_000);
        assertThat(bob.claim(TASK).status()).isEqualTo(409);
        assertThat(bob.queue("").path("reserved").asInt()).isOne();
        assertThat(item(alice.queue(""), TASK).path("lease_state").asString())
                .isEqualTo("reserved");

        Reply back = alice.renew(TASK);
        assertThat(lease(back).has("reserved")).isFalse();
        assertThat(expires(back)).isEqualTo(now() + TTL_MILLIS);

        alice.post(TASK, "reserve", "");
        assertThat(expires(alice.extend(TASK, 1000))).isEqualTo(now() + TTL_MILLIS + 1000);
        assertThat(bob.post(TASK, "reserve", "{}").status()).isEqualTo(409);
    }

    @Test
    void malformedBodiesAndLabelsAreRejected() {
        for (String body : List.of("{", "[]", "1", "{} {}", "\"x\"")) {
            assertThat(alice.post(TASK, "claim", body).status()).as(body).isEqualTo(400);
        }
        for (String body : List.of("{\"session\":5}", "{\"dispatch\":\"a\\nb\"}")) {
            assertThat(alice.post(TASK, "claim", body).status()).as(body).isEqualTo(422);
        }
        assertThat(bob.claim(TASK).status()).isEqualTo(200);
    }

    @Test
    void emptySessionMeansNone() {
        alice.post(TASK, "claim", "{\"session\":\"s-1\"}");
        Reply renewed = alice.post(TASK, "renew", "{\"session\":\"\"}");
        assertThat(lease(renewed).path("session").asString()).isEqualTo("s-1");
    }

    @Test
    void leaseVerbsRejectNodesThatCannotBeLeased() {
        alice.write(Person.markdown("dec-a", "decision", ""));
        for (String verb : List.of("claim", "renew", "reserve")) {
            assertThat(code(alice.post("dec-a", verb, "{}"))).isEqualTo("invalid_node");
        }
        assertThat(code(alice.extend("dec-a", 1000))).isEqualTo("invalid_node");
        assertThat(alice.release("dec-a").json().path("edge").asString()).isEqualTo("skipped");
    }

    @Test
    void repeatedExtensionExtendsOnce() {
        alice.claim(TASK);
        String path = "/v1/nodes/" + TASK + "/extend";
        String[] headers = {"Authorization", "Bearer alice", "Idempotency-Key", "k-1"};
        Reply first = server.client().post(path, "{\"ms\":1000}", headers);
        Reply again = server.client().post(path, "{\"ms\":1000}", headers);
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(expires(alice.renew(TASK))).isEqualTo(now() + TTL_MILLIS + 1000);
        assertThat(server.client().post(path, "{\"ms\":2000}", headers).status())
                .isEqualTo(422);
        // The same key from another person is another request.
        headers[1] = "Bearer bob";
        assertThat(server.client().post(path, "{\"ms\":1000}", headers).status())
                .isEqualTo(409);
    }
}
