package io.holdfast.server.entities;

import static io.holdfast.server.entities.EntityClient.parameter;
import static io.holdfast.server.entities.EntityClient.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Tests which writes locks block. The numbers are those of the contract's sentences. */
final class EnforcementTest {

    private final TestServer server = TestServer.ephemeral();
    private final EntityClient alice = EntityClient.of(server, "alice-7e1f");
    private final EntityClient bob = EntityClient.of(server, "bob-93c0");
    private final EntityClient nobody = EntityClient.of(server, "");

    @BeforeEach
    void entities() {
        EntityClient.example(server);
        EntityClient.register(
                server,
                "apps",
                "{'id':'guarded','is_located_on':'c',"
                        + "'lock':{'required_scopes':['configurations']}}");
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    @DisplayName(
            "30. A component lock blocks other clients' writes to its apps in the locked scopes only, and its own holder passes.")
    void componentLockProtectsItsApps() {
        alice.lock("components/c", 10, "data");
        refused(bob.write("apps/a", "1"), 409, "lock-broken");
        assertThat(bob.configure("apps/a", "1").status()).isEqualTo(200);
        assertThat(alice.write("apps/a", "1").status()).isEqualTo(200);
        assertThat(bob.write("apps/free", "1").status()).isEqualTo(200);
    }

    @Test
    @DisplayName("31. An app lock does not block writes to its component or to sibling apps.")
    void appLockDoesNotProtectParentOrSiblings() {
        alice.lock("apps/a", 10);
        assertThat(bob.write("components/c", "1").status()).isEqualTo(200);
        assertThat(bob.write("apps/b", "1").status()).isEqualTo(200);
        refused(bob.write("apps/a", "1"), 409, "lock-broken");
    }

    @Test
    @DisplayName(
            "32. A parent's refusal names the component in message, the app in parameters.entity_id, the component's lock in parameters.lock_id.")
    void rejectionNamesTheBlockingLock() {
        alice.lock("components/c", 10);
        Reply reply = bob.write("apps/a", "1");
        refused(reply, 409, "lock-broken");
        assertThat(reply.text("message")).isEqualTo("Entity 'c' is locked by another client");
        assertThat(parameter(reply, "entity_id")).isEqualTo("a");
        assertThat(parameter(reply, "lock_id")).isEqualTo("lock_1");
        assertThat(parameter(reply, "collection")).isEqualTo("data");
        assertThat(reply.body()).doesNotContain("alice");
    }

    @Test
    @DisplayName(
            "33. App locked by B under a component locked by A: both A and B are refused on that app.")
    void locksOnBothLevelsBlockBothClients() {
        alice.lock("components/c", 10);
        bob.lock("apps/a", 10);
        assertThat(parameter(alice.write("apps/a", "1"), "lock_id")).isEqualTo("lock_2");
        assertThat(parameter(bob.write("apps/a", "1"), "lock_id")).isEqualTo("lock_1");
        alice.release("components/c", "lock_1");
        assertThat(bob.write("apps/a", "1").status()).isEqualTo(200);
    }

    @Test
    @DisplayName("34. B may acquire an app's lock while A holds the component.")
    void acquireIgnoresTheParentsLock() {
        alice.lock("components/c", 10);
        assertThat(bob.lock("apps/a", 10).status()).isEqualTo(201);
        assertThat(bob.lock("components/d", 10).status()).isEqualTo(201);
    }

    @Test
    @DisplayName(
            "35. A write with no X-Client-Id to an unlocked, unrequired collection succeeds; to a locked one it is 409.")
    void writeWithoutClientIdIsBlockedByALock() {
        assertThat(nobody.write("apps/a", "1").status()).isEqualTo(200);
        alice.lock("apps/a", 10);
        refused(nobody.write("apps/a", "2"), 409, "lock-broken");
        refused(nobody.configure("apps/guarded", "2"), 409, "invalid-request");
        assertThat(EntityClient.of(server, "x".repeat(300)).write("apps/b", "1").status())
                .isEqualTo(200);
    }

    @Test
    @DisplayName(
            "36. With required scopes, a write without any lock is 409 invalid-request with parameters.collection; a different collection is free.")
    void requiredScopeNeedsALock() {
        Reply reply = alice.configure("apps/guarded", "1");
        refused(reply, 409, "invalid-request");
        assertThat(reply.text("message"))
                .isEqualTo("A lock is required for configurations on this entity");
        assertThat(parameter(reply, "collection")).isEqualTo("configurations");
        assertThat(parameter(reply, "entity_id")).isEqualTo("guarded");
        assertThat(parameter(reply, "details"))
                .isEqualTo("A lock must be held to modify this resource collection");
        assertThat(alice.write("apps/guarded", "1").status()).isEqualTo(200);
        alice.lock("apps/guarded", 10);
        assertThat(alice.configure("apps/guarded", "1").status()).isEqualTo(200);
    }

    @Test
    @DisplayName("37. Holding only the parent's lock does not satisfy a child's required scope.")
    void parentLockDoesNotSatisfyAChildsRequiredScope() {
        alice.lock("components/c", 10);
        refused(alice.configure("apps/guarded", "1"), 409, "invalid-request");
    }

    @Test
    @DisplayName(
            "38. Holding a lock that does not cover the required collection does not satisfy it (decided otherwise than in the original).")
    void lockMustCoverTheRequiredCollection() {
        alice.lock("apps/guarded", 10, "data");
        refused(alice.configure("apps/guarded", "1"), 409, "invalid-request");
        alice.release("apps/guarded", "lock_1");
        alice.lock("apps/guarded", 10, "configurations");
        assertThat(alice.configure("apps/guarded", "1").status()).isEqualTo(200);
    }

    @Test
    void foreignLockIsReportedBeforeAMissingLock() {
        alice.lock("apps/guarded", 10);
        refused(bob.configure("apps/guarded", "1"), 409, "lock-broken");
    }

    @Test
    @DisplayName("39. Reads are never refused.")
    void readsAreNeverRejected() {
        alice.configure("apps/a", "1");
        alice.lock("components/c", 10);
        for (String path : List.of(
                "apps/a/data",
                "apps/a/configurations/x",
                "apps/a/operations",
                "apps/a/faults",
                "apps/a/logs/configuration",
                "apps/a/bulk-data",
                "apps/a/modes",
                "apps/a/scripts",
                "apps/a/cyclic-subscriptions",
                "apps/a/locks",
                "apps/a")) {
            assertThat(bob.get(path).status()).as(path).isEqualTo(200);
        }
    }

    @Test
    @DisplayName("40. A refused write changes nothing; the item's old value is still read back.")
    void rejectedWriteChangesNothing() {
        bob.configure("apps/a", "{'speed':1.50}");
        alice.lock("apps/a", 10);
        refused(bob.configure("apps/a", "2"), 409, "lock-broken");
        refused(bob.ask("DELETE", "apps/a/configurations/x", ""), 409, "lock-broken");
        refused(bob.ask("DELETE", "apps/a/configurations", ""), 409, "lock-broken");
        assertThat(nobody.get("apps/a/configurations/x").body())
                .isEqualTo("{\"id\":\"x\",\"data\":{\"speed\":1.50}}\n");
    }

    @Test
    @DisplayName(
            "41. Lock refusal precedes \"item not found\" and, for PUT data, precedes body errors.")
    void locksAreCheckedBeforeItemsAndBodies() {
        alice.lock("apps/a", 10);
        refused(bob.ask("DELETE", "apps/a/configurations/none", ""), 409, "lock-broken");
        refused(bob.ask("DELETE", "apps/a/faults/none", ""), 409, "lock-broken");
        refused(bob.ask("PUT", "apps/a/data/x", "{"), 409, "lock-broken");
        refused(alice.ask("PUT", "apps/a/data/x", "{"), 400, "invalid-request");
        refused(bob.ask("PUT", "apps/none/data/x", "{"), 404, "entity-not-found");
        refused(bob.ask("PUT", "apps/a/configurations/x", "{"), 400, "invalid-request");
        refused(
                bob.ask("PUT", "apps/a/logs/configuration", "{'max_entries':0}"),
                409,
                "lock-broken");
        refused(
                alice.ask("PUT", "apps/a/logs/configuration", "{'max_entries':0}"),
                400,
                "invalid-parameter");
        refused(alice.ask("DELETE", "apps/a/configurations/none", ""), 404, "resource-not-found");
    }

    @Test
    @DisplayName(
            "42. DELETE /faults under a foreign lock is 204 and leaves the locked app's faults.")
    void clearingAllFaultsKeepsLockedOnes() {
        for (String entity : List.of("apps/a", "apps/free", "components/c")) {
            Reply reply = nobody.ask("POST", entity + "/faults", "{'fault_code':'E1'}");
            assertThat(reply.status()).isEqualTo(201);
        }
        alice.lock("apps/a", 10);
        Reply reply = bob.ask("DELETE", "faults", "");
        assertThat(reply.status()).isEqualTo(204);
        assertThat(reply.header("X-Medkit-Local-Only")).contains("true");
        assertThat(nobody.get("apps/a/faults").json().path("items").size()).isEqualTo(1);
        assertThat(nobody.get("faults").json().path("items").size()).isEqualTo(1);
        alice.ask("DELETE", "faults", "");
        assertThat(nobody.get("faults").json().path("items").size()).isZero();
    }

    @Test
    void allNineCollectionsAreEnforced() {
        Map<String, String> writes = Map.of(
                "data", "PUT apps/a/data/x {'data':1}",
                "configurations", "PUT apps/a/configurations/x {'data':1}",
                "operations", "POST apps/a/operations/calibrate/executions {}",
                "faults", "DELETE apps/a/faults ",
                "bulk-data", "POST apps/a/bulk-data/maps content",
                "modes", "PUT apps/a/modes/session {'value':'x'}",
                "scripts", "POST apps/a/scripts {'name':'s'}",
                "logs", "PUT apps/a/logs/configuration {'max_entries':5}",
                "cyclic-subscriptions", "POST apps/a/cyclic-subscriptions {'interval':'fast'}");
        for (Map.Entry<String, String> write : writes.entrySet()) {
            String[] parts = write.getValue().split(" ", 3);
            String id = alice.lock("apps/a", 10, write.getKey()).text("id");
            Reply refused = bob.ask(parts[0], parts[1], parts[2]);
            refused(refused, 409, "lock-broken");
            assertThat(parameter(refused, "collection")).isEqualTo(write.getKey());
            assertThat(alice.ask(parts[0], parts[1], parts[2]).status())
                    .as(write.toString())
                    .isBetween(200, 204);
            alice.release("apps/a", id);
            alice.lock("apps/a", 10, write.getKey().equals("data") ? "logs" : "data");
            assertThat(bob.ask(parts[0], parts[1], parts[2]).status())
                    .as(write.toString())
                    .isBetween(200, 204);
            alice.release("apps/a", alice.locks("apps/a").get(0).path("id").asString());
        }
    }
}
