package io.holdfast.server.nodes;

import static io.holdfast.server.nodes.Person.code;
import static io.holdfast.server.nodes.Person.expires;
import static io.holdfast.server.nodes.Person.item;
import static io.holdfast.server.nodes.Person.lease;
import static io.holdfast.server.nodes.Person.markdown;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The contract's numbered sentences about statuses, errors and the queue. */
final class GraphTest {

    private static final long TTL_SECONDS = 2_700;

    private final TestServer server = TestServer.ephemeral();
    private final Person alice = Person.of(server, "alice");
    private final Person bob = Person.of(server, "bob");

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    @DisplayName("24. Setting a task to `active` returns `{status:\"updated\", id, revision,"
            + " warnings}` plus `lease`, and the lease is the same one `/renew` then extends.")
    void activeStatusClaimsTheNode() {
        alice.task("task-a");
        Reply active = alice.status("task-a", "active");

        assertThat(active.status()).isEqualTo(200);
        assertThat(active.text("status")).isEqualTo("updated");
        assertThat(active.text("id")).isEqualTo("task-a");
        assertThat(active.text("revision")).isEqualTo(alice.revision("task-a"));
        assertThat(active.json().path("warnings").isArray()).isTrue();
        server.clock().advanceSeconds(10);
        Reply renewal = alice.renew("task-a");
        assertThat(lease(renewal).path("fence")).isEqualTo(lease(active).path("fence"));
        assertThat(expires(renewal)).isEqualTo(expires(active) + 10_000);
        assertThat(alice.assigned("task-a", alice)).isOne();
    }

    @Test
    @DisplayName("25. Setting `active` on a node held by another still writes the status, with"
            + " `lease.error` set and `lease.holder` a string.")
    void activeStatusIsSetOnANodeHeldByAnother() {
        alice.task("task-a");
        alice.claim("task-a");
        Reply active = bob.status("task-a", "active");

        assertThat(active.status()).isEqualTo(200);
        assertThat(lease(active).path("error").asString()).isEqualTo("already_claimed");
        assertThat(lease(active).path("holder").isString()).isTrue();
        assertThat(lease(active).path("holder").asString()).isEqualTo("person-alice");
        assertThat(alice.node("task-a").path("frontmatter").path("status").asString())
                .isEqualTo("active");
        assertThat(alice.renew("task-a").status()).isEqualTo(200);
    }

    @Test
    @DisplayName("26. Setting a terminal or non-claiming status leaves a live lease and the edge"
            + " untouched.")
    void statusChangesDoNotReleaseTheLease() {
        alice.task("task-a");
        alice.claim("task-a");
        for (String status : List.of("open", "abandoned")) {
            Reply set = alice.status("task-a", status);
            assertThat(set.status()).isEqualTo(200);
            assertThat(set.json().has("lease")).isFalse();
            assertThat(alice.renew("task-a").status()).isEqualTo(200);
            assertThat(alice.assigned("task-a", alice)).isOne();
        }
        assertThat(alice.node("task-a").path("raw").asString()).contains("\nstatus: abandoned\n");
        // A node in a terminal status cannot be claimed; an existing lease stays valid.
        alice.release("task-a");
        Reply claim = alice.claim("task-a");
        assertThat(claim.status()).isEqualTo(409);
        assertThat(code(claim)).isEqualTo("not_ready");
        assertThat(Person.message(claim)).contains("abandoned");
    }

    @Test
    @DisplayName("27. `done` on a task without a resolving decision/artifact is 409"
            + " `transition_denied` and does not touch the lease.")
    void doneNeedsAResolver() {
        alice.task("task-a");
        alice.claim("task-a");
        Reply denied = alice.status("task-a", "done");
        assertThat(denied.status()).isEqualTo(409);
        assertThat(code(denied)).isEqualTo("transition_denied");
        assertThat(alice.renew("task-a").status()).isEqualTo(200);

        alice.write(markdown("dec-b", "decision", "status: rejected\n"));
        alice.edge("dec-b", "resolves", "task-a");
        assertThat(alice.status("task-a", "done").status()).isEqualTo(409);
        assertThat(alice.node("task-a").has("resolution")).isFalse();
        alice.status("dec-b", "settled");
        JsonNode resolution = alice.node("task-a").path("resolution");
        assertThat(resolution.path("by").asString()).isEqualTo("dec-b");
        assertThat(resolution.path("edge").asString()).isEqualTo("resolves");
        assertThat(resolution.path("lagging").asBoolean()).isTrue();
        assertThat(alice.status("task-a", "done").status()).isEqualTo(200);
        assertThat(alice.renew("task-a").status()).isEqualTo(200);
    }

    @Test
    @DisplayName("28. A status outside the vocabulary is 422 `invalid_node`.")
    void unknownStatusIsRejected() {
        alice.task("task-a");
        for (String status : List.of("resolved", "nonsense", "no words")) {
            Reply refused = alice.status("task-a", status);
            assertThat(refused.status()).isEqualTo(422);
            assertThat(code(refused)).isEqualTo("invalid_node");
        }
        assertThat(alice.status("task-a", "in-progress").json().has("lease")).isTrue();
        assertThat(alice.write(markdown("task-b", "task", "status: nonsense\n")).status())
                .isEqualTo(207);
    }

    @Test
    @DisplayName("29. Any lease verb on an unknown id is 404 `not_found`, also for release"
            + " (idempotence covers leases, not nodes) [I].")
    void unknownNodeIsNotFound() {
        alice.task("task-a");
        for (String verb : List.of("claim", "renew", "reserve", "release", "extend", "anything")) {
            Reply unknown = alice.post("task-none", verb, "{\"ms\":1}");
            assertThat(unknown.status()).as(verb).isEqualTo(404);
            assertThat(code(unknown)).isEqualTo("not_found");
        }
        assertThat(alice.post("Task", "claim", "{}").status()).isEqualTo(422);
        assertThat(alice.write(markdown("dec-a", "decision", "")).status()).isEqualTo(200);
        Reply noLease = alice.claim("dec-a");
        assertThat(noLease.status()).isEqualTo(422);
        assertThat(noLease.json().path("error").path("details").get(0).asString())
                .isEqualTo("only work nodes carry a lease");
    }

    @Test
    @DisplayName("30. No, bad, expired or revoked token is 401 `unauthorized` in the envelope,"
            + " before any node lookup [order I].")
    void requestWithoutAValidTokenIsUnauthorized() {
        for (String header : List.of("", "Basic YTpi", "Bearer", "Bearer hfa_0123")) {
            String[] headers =
                    header.isEmpty() ? new String[0] : new String[] {"Authorization", header};
            for (String path : List.of("/v1/nodes/task-none", "/v1/queue", "/v1/me")) {
                Reply refused = server.client().get(path, headers);
                assertThat(refused.status()).as(header + path).isEqualTo(401);
                assertThat(code(refused)).isEqualTo("unauthorized");
            }
        }
    }

    @Test
    @DisplayName("31. Every non-2xx, including unknown routes, carries the envelope with string"
            + " `code` and `message`.")
    void everyErrorHasTheEnvelope() {
        alice.task("task-a");
        List<Reply> refusals = List.of(
                alice.ask("GET", "/v1/nodes", ""),
                alice.ask("GET", "/v1/nodes/task-a/claim", ""),
                alice.ask("GET", "/v1/nodes/task-a/history", ""),
                alice.ask("GET", "/v1/nodes/task-a/a/b", ""),
                alice.ask("POST", "/v1/queue/claim", "{}"),
                alice.ask("POST", "/v1/nodes", "{"),
                alice.ask("POST", "/v1/nodes", "{\"nodes\":[]}"),
                alice.ask("POST", "/v1/nodes", "x".repeat((1 << 20) + 1)),
                alice.ask("GET", "/v1/queue?limit=x", ""),
                alice.ask("GET", "/v1/agents/agent-x/token", ""),
                alice.ask("POST", "/v1/nodes/task-a/claim/again", "{}"),
                alice.ask("POST", "/v1/digest", "{}"),
                alice.ask("GET", "/v1/briefing/web?fp=root%3A0123", ""),
                alice.ask("GET", "/v1/agents/agent-x/else", ""),
                alice.ask("GET", "/v1/nodes/", ""));
        assertThat(refusals.stream().map(Reply::status))
                .containsExactly(
                        405, 405, 501, 501, 404, 400, 422, 413, 422, 405, 501, 404, 404, 404, 404);
        for (Reply refusal : refusals) {
            assertThat(refusal.json().path("error").path("code").isString()).isTrue();
            assertThat(refusal.json().path("error").path("message").isString()).isTrue();
        }
        assertThat(code(refusals.get(2))).isEqualTo("unimplemented");
        assertThat(code(refusals.get(7))).isEqualTo("too_large");
    }

    @Test
    @DisplayName("33. Others' live leases vanish from `/v1/queue` and are counted in `leased`; the"
            + " holder still sees the item tagged `in_progress`.")
    void leasedNodesAreHiddenFromOthers() {
        alice.task("task-a");
        alice.task("task-b");
        alice.claim("task-a");

        JsonNode others = bob.queue("");
        assertThat(item(others, "task-a").isMissingNode()).isTrue();
        assertThat(others.path("leased").asInt()).isOne();
        assertThat(others.path("count").asInt()).isOne();
        assertThat(others.path("counts_by_type").path("task").asInt()).isOne();
        JsonNode mine = alice.queue("");
        assertThat(mine.has("leased")).isFalse();
        assertThat(item(mine, "task-a").path("lease_state").asString()).isEqualTo("in_progress");
        assertThat(item(mine, "task-a").path("lease_by").asString()).isEqualTo("person-alice");
        assertThat(item(mine, "task-a").path("why").asString())
                .endsWith("; in progress (your claim)");
    }

    @Test
    @DisplayName("34. `assignee=<holder>` read by a third person shows the item with `lease_by`.")
    void assigneesQueueShowsItsLeases() {
        alice.task("task-a");
        alice.claim("task-a");
        JsonNode item = item(bob.queue("?assignee=person-alice"), "task-a");
        assertThat(item.path("lease_by").asString()).isEqualTo("person-alice");
        assertThat(item.path("lease_by_name").asString()).isEqualTo("alice");
        assertThat(item.path("why").asString()).endsWith("; in progress by alice");
        assertThat(bob.queue("?assignee=person-nobody").path("count").asInt()).isZero();
    }

    @Test
    @DisplayName(
            "35. An item whose lease lapsed carries no `lease_*` keys, without any sweep having"
                    + " run.")
    void expiredLeaseIsNotShown() {
        alice.task("task-a");
        alice.claim("task-a");
        server.clock().advanceSeconds(TTL_SECONDS);
        for (Person person : List.of(alice, bob)) {
            JsonNode item = item(person.queue(""), "task-a");
            assertThat(item.isMissingNode()).isFalse();
            assertThat(item.propertyNames()).noneMatch(name -> name.startsWith("lease_"));
            assertThat(item.path("readiness").asString()).isEqualTo("human");
            assertThat(item.path("readiness_reasons").get(0).asString())
                    .isEqualTo("assigned to person-alice");
        }
    }

    @Test
    @DisplayName("36. `limit=1000` is clamped to 100, not refused.")
    void limitIsClamped() {
        for (int i = 0; i < 101; i++) {
            alice.task("task-" + i);
        }
        JsonNode queue = alice.queue("?limit=1000");
        assertThat(queue.path("returned_count").asInt()).isEqualTo(100);
        assertThat(queue.path("total_count").asInt()).isEqualTo(101);
        assertThat(queue.path("truncated").asBoolean()).isTrue();
        assertThat(queue.path("next_offset").asInt()).isEqualTo(100);
        JsonNode last = alice.queue("?limit=1000&offset=100");
        assertThat(last.path("returned_count").asInt()).isOne();
        assertThat(last.path("next_offset").isNull()).isTrue();
        assertThat(alice.queue("").path("returned_count").asInt()).isEqualTo(20);
    }

    @Test
    @DisplayName("40. An update with a stale `revision` after someone's claim is a `conflict`,"
            + " because the claim's edge write changed the revision.")
    void staleUpdateIsRejected() {
        alice.task("task-a");
        String before = alice.revision("task-a");
        bob.claim("task-a");
        String text = markdown("task-a", "task", "priority: p1\n");
        Reply stale = alice.write(text, "\"if_exists\":\"update\",\"revision\":\"" + before + "\"");
        assertThat(stale.status()).isEqualTo(207);
        JsonNode result = stale.json().path("results").get(0);
        assertThat(result.path("code").asString()).isEqualTo("conflict");
        String current = alice.revision("task-a");
        assertThat(result.path("revision").asString()).isEqualTo(current);

        // The live lease's edge stays, because heartbeats find the node by it.
        Reply fresh =
                alice.write(text, "\"if_exists\":\"update\",\"revision\":\"" + current + "\"");
        assertThat(fresh.status()).isEqualTo(200);
        JsonNode updated = fresh.json().path("results").get(0);
        assertThat(updated.path("status").asString()).isEqualTo("updated");
        assertThat(updated.path("warnings").size()).isOne();
        assertThat(alice.assigned("task-a", bob)).isOne();
        assertThat(item(bob.queue(""), "task-a").path("priority").asString()).isEqualTo("p1");
    }
}
