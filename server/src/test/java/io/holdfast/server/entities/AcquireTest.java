package io.holdfast.server.entities;

import static io.holdfast.server.entities.EntityClient.parameter;
import static io.holdfast.server.entities.EntityClient.parameters;
import static io.holdfast.server.entities.EntityClient.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Tests acquiring an entity's lock. The numbers are those of the contract's sentences. */
final class AcquireTest {

    private final TestServer server = TestServer.ephemeral();
    private final EntityClient alice = EntityClient.of(server, "alice-7e1f");
    private final EntityClient bob = EntityClient.of(server, "bob-93c0");
    private final EntityClient nobody = EntityClient.of(server, "");

    @BeforeEach
    void entities() {
        EntityClient.example(server);
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    @DisplayName(
            "1. The first successful acquire on a fresh server returns lock_1, the next on any other entity lock_2.")
    void lockNumbersAreConsecutive() {
        assertThat(alice.lock("components/c", 10).text("id")).isEqualTo("lock_1");
        assertThat(bob.lock("apps/a", 10).text("id")).isEqualTo("lock_2");
    }

    @Test
    @DisplayName("2. A refused acquire does not consume a number.")
    void rejectedAcquireConsumesNoNumber() {
        alice.lock("components/c", 10);
        refused(bob.lock("components/c", 10), 409, "invalid-request");
        refused(bob.lock("components/d", 99_999), 400, "invalid-parameter");
        assertThat(bob.lock("components/d", 10).text("id")).isEqualTo("lock_2");
    }

    @Test
    @DisplayName(
            "3. Acquire without scopes, with scopes: null and with scopes: [] all return a Lock without a scopes key.")
    void noScopesMeansAllScopes() {
        for (String scopes : List.of("", ",'scopes':null", ",'scopes':[]")) {
            Reply reply =
                    alice.ask("POST", "components/c/locks", "{'lock_expiration':10" + scopes + "}");
            assertThat(reply.status()).as(reply.toString()).isEqualTo(201);
            assertThat(reply.json().has("scopes")).isFalse();
            assertThat(reply.json().path("owned").asBoolean()).isTrue();
            assertThat(alice.release("components/c", reply.text("id")).status()).isEqualTo(204);
        }
    }

    @Test
    @DisplayName("4. scopes: [\"data\",\"data\"] is accepted and echoed twice.")
    void duplicateScopesAreKept() {
        Reply reply = alice.lock("components/c", 10, "data", "data");
        assertThat(reply.json().path("scopes").toString()).isEqualTo("[\"data\",\"data\"]");
        assertThat(alice.locks("components/c").get(0).path("scopes").size()).isEqualTo(2);
    }

    @Test
    @DisplayName("5. scopes: [\"Data\"] and scopes: [\"\"] are 400 with parameters.invalid_scope.")
    void unknownScopesAreRejected() {
        for (String scope : List.of("Data", "", "updates")) {
            Reply reply = alice.lock("components/c", 10, "faults", scope);
            refused(reply, 400, "invalid-parameter");
            assertThat(reply.text("message")).isEqualTo("Unknown lock scope: " + scope);
            assertThat(parameters(reply).path("invalid_scope").asString()).isEqualTo(scope);
            assertThat(parameter(reply, "details")).startsWith("Valid scopes: ");
        }
    }

    @Test
    @DisplayName("6. lock_expiration equal to the maximum is 201, one more is 400.")
    void maximumExpirationIsAllowed() {
        assertThat(alice.lock("components/c", 3600).status()).isEqualTo(201);
        Reply reply = alice.lock("components/d", 3601);
        refused(reply, 400, "invalid-parameter");
        assertThat(reply.text("message")).isEqualTo("Expiration exceeds maximum allowed (3600s)");
        assertThat(reply.json().has("parameters")).isFalse();
    }

    @Test
    @DisplayName("7. lock_expiration of 300.0, \"300\", true, null, 0, -1, 9999999999 is 400.")
    void expirationMustBeAPositiveInteger() {
        for (String value : List.of(
                "300.0",
                "1e3",
                "'300'",
                "true",
                "null",
                "[]",
                "0",
                "-1",
                "9999999999",
                "99999999999999999999",
                "-99999999999999999999",
                "4294967597",
                "2147483648")) {
            Reply reply =
                    alice.ask("POST", "components/c/locks", "{'lock_expiration':" + value + "}");
            refused(reply, 400, "invalid-parameter");
        }
        Reply missing = alice.ask("POST", "components/c/locks", "{}");
        refused(missing, 400, "invalid-parameter");
        assertThat(parameters(missing).path("fields").toString())
                .isEqualTo(
                        "[{\"field\":\"lock_expiration\",\"message\":\"missing required field\"}]");
        assertThat(alice.locks("components/c").isEmpty()).isTrue();
    }

    @Test
    void fieldsOfTheWrongTypeAreNamed() {
        Reply reply = alice.ask(
                "POST",
                "components/c/locks",
                "{'break_lock':1,'scopes':['data',3],'lock_expiration':'10'}");
        refused(reply, 400, "invalid-parameter");
        assertThat(parameters(reply).path("fields").toString())
                .isEqualTo("[{\"field\":\"lock_expiration\",\"message\":\"expected an integer\"},"
                        + "{\"field\":\"scopes[1]\",\"message\":\"expected a string\"},"
                        + "{\"field\":\"break_lock\",\"message\":\"expected a boolean\"}]");
        refused(
                alice.ask("POST", "components/c/locks", "{'lock_expiration':10,'scopes':'data'}"),
                400,
                "invalid-parameter");
    }

    @Test
    void invalidJsonIsAnInvalidRequest() {
        for (String body : List.of("", "{", "{} {}", "nonsense", "{'lock_expiration':10,}")) {
            refused(alice.ask("POST", "components/c/locks", body), 400, "invalid-request");
        }
        refused(alice.ask("POST", "components/c/locks", "[10]"), 400, "invalid-parameter");
    }

    @Test
    @DisplayName("8. Unknown body keys are ignored.")
    void unknownKeysAreIgnored() {
        Reply reply = alice.ask(
                "POST", "components/c/locks", "{'x':{'y':[1]},'lock_expiration':10,'z':null}");
        assertThat(reply.status()).isEqualTo(201);
        assertThat(alice.ask("PUT", "components/c/locks/lock_1", "{'lock_expiration':9,'x':1}")
                        .status())
                .isEqualTo(204);
    }

    @Test
    @DisplayName("9. Location is the request path plus / plus the id.")
    void locationIsTheRequestPathPlusTheId() {
        assertThat(alice.lock("components/c", 10).header("Location"))
                .contains("/api/v1/components/c/locks/lock_1");
        assertThat(alice.ask("POST", "apps/a/locks/", "{'lock_expiration':10}").header("Location"))
                .contains("/api/v1/apps/a/locks/lock_2");
    }

    @Test
    @DisplayName(
            "10. lock_expiration in answers matches ^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$.")
    void timesAreWholeSecondsInUtc() {
        String given = alice.lock("components/c", 10).text("lock_expiration");
        assertThat(given).matches("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$");
        server.clock().advanceNanos(1_500_000_000L);
        assertThat(alice.get("components/c/locks/lock_1").text("lock_expiration"))
                .isEqualTo(given);
        assertThat(alice.locks("components/c").get(0).path("lock_expiration").asString())
                .isEqualTo(given);
    }

    @Test
    @DisplayName("11. POST on /components/<an app id>/locks is 400 invalid-parameter, not 404.")
    void idOfAnotherTypeIsAnInvalidParameter() {
        Reply reply = alice.lock("components/a", 10);
        refused(reply, 400, "invalid-parameter");
        assertThat(reply.text("message"))
                .isEqualTo("Invalid entity type for route: expected Component, got App");
        assertThat(parameter(reply, "entity_id")).isEqualTo("a");
        assertThat(parameter(reply, "expected_type")).isEqualTo("Component");
        assertThat(parameter(reply, "actual_type")).isEqualTo("App");
        assertThat(parameter(alice.get("apps/front/locks"), "actual_type")).isEqualTo("Area");
        assertThat(parameter(alice.release("apps/f", "lock_1"), "actual_type"))
                .isEqualTo("Function");
    }

    @Test
    @DisplayName(
            "12. POST on /areas/<id>/locks and /functions/<id>/locks is 404 resource-not-found.")
    void onlyComponentsAndAppsHaveLocks() {
        for (String path : List.of("areas/front", "functions/f", "subcomponents/c")) {
            Reply reply = alice.lock(path, 10);
            refused(reply, 404, "resource-not-found");
            assertThat(parameters(reply).path("status").asInt()).isEqualTo(404);
        }
    }

    @Test
    @DisplayName(
            "13. POST with an unknown entity and no X-Client-Id is 400 (header checked first).")
    void clientIdIsCheckedFirst() {
        Reply reply = nobody.lock("components/none", 10);
        refused(reply, 400, "invalid-parameter");
        assertThat(reply.text("message")).isEqualTo("Missing required X-Client-Id header");
        assertThat(parameter(reply, "details"))
                .isEqualTo("X-Client-Id header is required for lock operations");
        refused(nobody.extend("components/none", "lock_1", 10), 400, "invalid-parameter");
        refused(nobody.release("components/none", "lock_1"), 400, "invalid-parameter");
        refused(alice.lock("components/none", 10), 404, "entity-not-found");
        // The entity is checked before the body.
        refused(alice.ask("POST", "components/none/locks", "{"), 404, "entity-not-found");
        refused(alice.ask("POST", "components/a/locks", "{"), 400, "invalid-parameter");
        Reply bad = alice.lock("components/n.o", 10);
        refused(bad, 400, "invalid-parameter");
        assertThat(bad.text("message")).isEqualTo("Invalid entity ID");
        refused(alice.lock("components/a%2Fb", 10), 400, "invalid-parameter");
        refused(alice.lock("components/" + "x".repeat(257), 10), 400, "invalid-parameter");
    }

    @Test
    @DisplayName(
            "14. X-Client-Id of 256 bytes works, 257 is 400; on GET 257 bytes just yields owned: false.")
    void clientIdLengthIsLimited() {
        EntityClient longest = EntityClient.of(server, "l".repeat(256));
        EntityClient tooLong = EntityClient.of(server, "l".repeat(257));
        assertThat(longest.lock("components/c", 10).status()).isEqualTo(201);
        Reply reply = tooLong.lock("components/d", 10);
        refused(reply, 400, "invalid-parameter");
        assertThat(parameters(reply).path("max_length").asInt()).isEqualTo(256);
        assertThat(tooLong.locks("components/c").get(0).path("owned").asBoolean())
                .isFalse();
        assertThat(longest.locks("components/c").get(0).path("owned").asBoolean())
                .isTrue();
    }

    @Test
    @DisplayName("15. The header name is case-insensitive, the value case-sensitive.")
    void clientIdIsCaseSensitive() {
        Reply reply = server.client()
                .post(
                        "/api/v1/components/c/locks",
                        "{\"lock_expiration\":10}",
                        "x-client-ID",
                        "alice-7e1f");
        assertThat(reply.status()).isEqualTo(201);
        assertThat(alice.locks("components/c").get(0).path("owned").asBoolean()).isTrue();
        EntityClient loud = EntityClient.of(server, "ALICE-7E1F");
        assertThat(loud.locks("components/c").get(0).path("owned").asBoolean()).isFalse();
        refused(loud.release("components/c", "lock_1"), 403, "forbidden");
    }

    @Test
    @DisplayName(
            "16. The holder acquiring again without break_lock is 409 with its own id as existing_lock_id.")
    void locksAreNotReentrant() {
        alice.lock("components/c", 10);
        Reply reply = alice.lock("components/c", 10);
        refused(reply, 409, "invalid-request");
        assertThat(parameter(reply, "existing_lock_id")).isEqualTo("lock_1");
    }

    @Test
    @DisplayName("17. The holder acquiring with break_lock gets a new id and the old id is 404.")
    void holderMayBreakItsOwnLock() {
        alice.lock("components/c", 10, "data");
        Reply reply = alice.breakLock("components/c", 10);
        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.text("id")).isEqualTo("lock_2");
        refused(alice.get("components/c/locks/lock_1"), 404, "resource-not-found");
    }

    @Test
    @DisplayName("18. Two clients with disjoint scopes on one entity: the second is 409.")
    void entityHasAtMostOneLock() {
        alice.lock("components/c", 10, "data");
        Reply reply = bob.lock("components/c", 10, "logs");
        refused(reply, 409, "invalid-request");
        assertThat(reply.body()).doesNotContain("alice");
    }

    @Test
    @DisplayName("19. break_lock on an unlocked entity is 201.")
    void breakLockOnAFreeEntitySucceeds() {
        assertThat(alice.breakLock("components/c", 10).status()).isEqualTo(201);
        server.clock().advanceSeconds(10);
        assertThat(bob.breakLock("components/c", 10).text("id")).isEqualTo("lock_2");
    }

    @Test
    @DisplayName(
            "20. break_lock on a breakable: false entity is 409 invalid-request, for the holder too.")
    void unbreakableLocksCannotBeBroken() {
        EntityClient.register(server, "components", "{'id':'safe','lock':{'breakable':false}}");
        alice.lock("components/safe", 10);
        for (EntityClient client : List.of(alice, bob)) {
            Reply reply = client.breakLock("components/safe", 10);
            refused(reply, 409, "invalid-request");
            assertThat(reply.text("message")).isEqualTo("Existing lock is not breakable");
            assertThat(parameter(reply, "existing_lock_id")).isEqualTo("lock_1");
        }
    }
}
