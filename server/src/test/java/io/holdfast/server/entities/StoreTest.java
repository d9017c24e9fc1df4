package io.holdfast.server.entities;

import static io.holdfast.server.entities.EntityClient.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests stored collection values and registered entities. */
final class StoreTest {

    private final TestServer server = TestServer.ephemeral("--max-entities", "8");
    private final EntityClient alice = EntityClient.of(server, "alice-7e1f");

    @BeforeEach
    void entities() {
        EntityClient.example(server);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private JsonNode items(String path) {
        return alice.get(path).json().path("items");
    }

    /** Returns the reply's location in the form in which this client writes paths. */
    private static String place(Reply reply) {
        return reply.header("Location").orElse("").substring(EntityClient.BASE.length());
    }

    @Test
    void dataIsReturnedDigitForDigit() {
        String value = "{\"a\":[1.50,1e400,12345678901234567890.10],\"b\":\"\\u00e9 ü\"}";
        Reply reply = alice.ask("PUT", "apps/a/data/some/deep/id", "{'data':0}");
        assertThat(reply.text("id")).isEqualTo("some/deep/id");
        for (String sent : List.of(value, "-1", "null", "\"x\"", " [ 1 , 2 ] ".strip(), "true")) {
            assertThat(server.client()
                            .ask(
                                    "PUT",
                                    "/api/v1/apps/a/data/v",
                                    "{\"type\":\"t\", \"data\" : " + sent + " , \"more\":1}")
                            .body())
                    .isEqualTo("{\"id\":\"v\",\"data\":" + sent + "}\n");
            assertThat(alice.get("apps/a/data/v").body())
                    .isEqualTo("{\"id\":\"v\",\"data\":" + sent + "}\n");
        }
        assertThat(items("apps/a/data").size()).isEqualTo(2);
        assertThat(items("apps/b/data").size()).isZero();
        refused(alice.get("apps/a/data/none"), 404, "resource-not-found");
        refused(alice.ask("PUT", "apps/a/data/v", "{'value':1}"), 400, "invalid-request");
        refused(alice.ask("PUT", "apps/a/data/v", "[]"), 400, "invalid-request");
    }

    @Test
    void configurationsAreWrittenAndRemoved() {
        assertThat(alice.ask("PUT", "apps/a/configurations/p", "{'value':1}").status())
                .isEqualTo(200);
        assertThat(alice.ask("PUT", "apps/a/configurations/p", "{'value':1,'data':2}")
                        .json()
                        .path("data")
                        .asInt())
                .isEqualTo(2);
        alice.configure("apps/a", "3");
        assertThat(alice.ask("DELETE", "apps/a/configurations/p", "").status()).isEqualTo(204);
        assertThat(items("apps/a/configurations").size()).isEqualTo(1);
        assertThat(alice.ask("DELETE", "apps/a/configurations", "").status()).isEqualTo(204);
        assertThat(items("apps/a/configurations").size()).isZero();
        Reply reply = alice.ask("PUT", "apps/a/configurations/p", "{}");
        refused(reply, 400, "invalid-request");
        assertThat(reply.text("message")).isEqualTo("Request body must contain a 'data' field");
    }

    @Test
    void operationsRunAndStop() {
        Reply run = alice.ask("POST", "apps/a/operations/calibrate/executions", "");
        assertThat(run.status()).isEqualTo(202);
        assertThat(run.text("status")).isEqualTo("running");
        String place = place(run);
        assertThat(alice.get(place).text("status")).isEqualTo("running");
        assertThat(items("apps/a/operations").get(0).path("id").asString()).isEqualTo("calibrate");
        assertThat(items("apps/a/operations/calibrate/executions").size()).isEqualTo(1);
        assertThat(alice.ask("PUT", place, "{'capability':'stop'}").status()).isEqualTo(202);
        assertThat(alice.get(place).text("status")).isEqualTo("stopped");
        refused(alice.ask("PUT", place, "{'capability':'dance'}"), 400, "invalid-parameter");
        assertThat(alice.ask("DELETE", place, "").status()).isEqualTo(204);
        refused(alice.ask("DELETE", place, ""), 404, "resource-not-found");
        refused(alice.ask("PUT", place, "{'capability':'stop'}"), 404, "resource-not-found");
        refused(alice.ask("POST", "apps/a/operations/o/executions", "[]"), 400, "invalid-request");
    }

    @Test
    void faultsAreReportedAndRead() {
        alice.lock("apps/a", 10);
        EntityClient entity = EntityClient.of(server, "");
        Reply reply = entity.ask(
                "POST",
                "apps/a/faults",
                "{'fault_code':'MOTOR_HOT','severity':'WARN','message':'it is hot'}");
        assertThat(reply.status()).isEqualTo(201);
        assertThat(place(reply)).isEqualTo("apps/a/faults/MOTOR_HOT");
        JsonNode fault = items("apps/a/faults").get(0);
        assertThat(fault.path("fault_code").asString()).isEqualTo("MOTOR_HOT");
        assertThat(fault.path("severity").asString()).isEqualTo("WARN");
        assertThat(fault.path("message").asString()).isEqualTo("it is hot");
        assertThat(fault.path("source").asString()).isEqualTo("a");
        assertThat(fault.path("timestamp").asString()).endsWith("Z");
        assertThat(entity.ask("POST", "apps/a/faults", "{'fault_code':'X'}").status())
                .isEqualTo(201);
        assertThat(alice.get("apps/a/faults/X").text("severity")).isEqualTo("ERROR");
        refused(entity.ask("POST", "apps/a/faults", "{}"), 400, "invalid-parameter");
        refused(entity.ask("POST", "apps/a/faults", "{'fault_code':[]}"), 400, "invalid-request");
        refused(
                entity.ask("POST", "apps/none/faults", "{'fault_code':'X'}"),
                404,
                "entity-not-found");
        assertThat(alice.ask("DELETE", "apps/a/faults/X", "").status()).isEqualTo(204);
        assertThat(alice.ask("DELETE", "apps/a/faults", "").status()).isEqualTo(204);
        assertThat(items("apps/a/faults").size()).isZero();
    }

    @Test
    void otherCollectionsReturnWhatWasStored() {
        Reply upload = alice.ask("POST", "apps/a/bulk-data/maps", "any bytes");
        assertThat(upload.status()).isEqualTo(201);
        Reply file = alice.get(place(upload));
        assertThat(file.body()).isEqualTo("any bytes");
        assertThat(file.header("Content-Type")).contains("application/octet-stream");
        assertThat(items("apps/a/bulk-data").get(0).path("id").asString()).isEqualTo("maps");
        assertThat(items("apps/a/bulk-data/maps").get(0).path("size").asInt()).isEqualTo(9);
        assertThat(alice.ask("DELETE", place(upload), "").status()).isEqualTo(204);

        assertThat(alice.ask("PUT", "apps/a/modes/session", "{'value':'x'}").status())
                .isEqualTo(200);
        assertThat(alice.get("apps/a/modes/session").json().path("data").toString())
                .isEqualTo("{\"value\":\"x\"}");

        String script = place(alice.ask("POST", "apps/a/scripts", "{'name':'s'}"));
        assertThat(alice.get(script).status()).isEqualTo(200);
        assertThat(alice.ask("POST", script + "/executions", "{}").status()).isEqualTo(202);
        refused(
                alice.ask("POST", "apps/a/scripts/none/executions", "{}"),
                404,
                "resource-not-found");
        assertThat(items("apps/a/scripts").size()).isEqualTo(1);

        String subscription = place(alice.ask("POST", "apps/a/cyclic-subscriptions", "{}"));
        assertThat(alice.ask("PUT", subscription, "{'interval':'slow'}").status())
                .isEqualTo(200);
        refused(
                alice.ask("PUT", "apps/a/cyclic-subscriptions/none", "{}"),
                404,
                "resource-not-found");
        assertThat(alice.ask("DELETE", subscription, "").status()).isEqualTo(204);

        assertThat(alice.get("apps/a/logs/configuration")
                        .json()
                        .path("max_entries")
                        .asInt())
                .isEqualTo(100);
        assertThat(alice.ask("PUT", "apps/a/logs/configuration", "{'max_entries':7}")
                        .status())
                .isEqualTo(204);
        assertThat(alice.get("apps/a/logs/configuration")
                        .json()
                        .path("max_entries")
                        .asInt())
                .isEqualTo(7);
        assertThat(items("apps/a/logs").size()).isZero();
    }

    @Test
    void entitiesAreListedWithTheirCapabilities() {
        assertThat(items("components").size()).isEqualTo(2);
        assertThat(items("areas").get(0).path("capabilities").size()).isZero();
        JsonNode app = alice.get("apps/a").json();
        assertThat(app.path("is_located_on").asString()).isEqualTo("c");
        assertThat(app.path("capabilities").get(0).toString())
                .isEqualTo("{\"name\":\"locks\",\"href\":\"/api/v1/apps/a/locks\"}");
        assertThat(app.path("capabilities").size()).isEqualTo(10);
        assertThat(alice.get("functions/f").json().path("details").toString())
                .isEqualTo("{\"hosted_by\":[\"a\"]}");
        refused(alice.get("apps/none"), 404, "entity-not-found");
        refused(alice.get("apps/c"), 400, "invalid-parameter");
        refused(alice.get("widgets"), 404, "resource-not-found");
        assertThat(server.client().get("/api/v1/health").status()).isEqualTo(200);
        assertThat(server.client()
                        .get("/api/v1")
                        .json()
                        .path("capabilities")
                        .path("locking")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void entitiesAreRegisteredAndRemoved() {
        refused(alice.ask("POST", "apps", "{'id':'a'}"), 409, "invalid-request");
        refused(alice.ask("POST", "apps", "{'id':'c'}"), 409, "invalid-request");
        refused(
                alice.ask("POST", "apps", "{'id':'n','is_located_on':'none'}"),
                400,
                "invalid-parameter");
        refused(alice.ask("POST", "apps", "{'id':'n.'}"), 400, "invalid-parameter");
        refused(alice.ask("POST", "apps", "id: n"), 400, "invalid-request");
        assertThat(place(alice.ask("POST", "apps", "{'id':'n'}"))).isEqualTo("apps/n");
        refused(alice.ask("POST", "apps", "{'id':'m'}"), 507, "insufficient-storage");
        alice.lock("apps/n", 10);
        assertThat(alice.ask("DELETE", "apps/n", "").status()).isEqualTo(204);
        refused(alice.get("apps/n"), 404, "entity-not-found");
        refused(alice.ask("DELETE", "apps/n", ""), 404, "entity-not-found");
    }

    @Test
    void oversizedValueIsRejected() {
        String most = "\"" + "x".repeat((256 << 10) - 2) + "\"";
        assertThat(alice.write("apps/a", most).status()).isEqualTo(200);
        refused(alice.write("apps/a", most.replace("xx\"", "xxx\"")), 507, "insufficient-storage");
        assertThat(alice.write("apps/a", most + " ".repeat(32 << 10)).status()).isEqualTo(413);
    }

    @Test
    void repeatedRequestGetsTheFirstAnswer() {
        String[] headers = {"X-Client-Id", "alice-7e1f", "Idempotency-Key", "k1"};
        String body = "{\"lock_expiration\":10}";
        Reply first = server.client().post("/api/v1/apps/a/locks", body, headers);
        Reply again = server.client().post("/api/v1/apps/a/locks", body, headers);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Location")).isEqualTo(first.header("Location"));
    }
}
