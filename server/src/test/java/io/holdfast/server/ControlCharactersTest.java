package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that no API accepts a key, an id or an owner name with a control character. */
final class ControlCharactersTest {

    private TestServer server;
    private Client client;

    @BeforeEach
    void start() {
        server = TestServer.ephemeral();
        client = server.client();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String json(char control) {
        return "a\\u%04xb".formatted((int) control);
    }

    @ParameterizedTest
    @ValueSource(chars = {'\0', '\1', '\b', '\u000b', '\u001b', '\u007f', '\u0085', '\u009b'})
    void keyWithAControlCharacterIsRejectedByEveryApi(char control) {
        String key = encoded("a" + control + "b");
        Caller session = server.session();
        for (String kind : new String[] {"locks", "semaphores"}) {
            for (String verb : new String[] {"", "/enqueue", "/wait", "/release", "/renew"}) {
                Reply refused = session.post(kind + "/" + key + verb, "{}");
                assertThat(refused.status()).as(kind + verb).isEqualTo(400);
                assertThat(refused.body()).contains("control characters");
            }
        }
        LineClient line = server.connect();
        assertThat(line.ask("l", "a" + control + "b", "0")).isEqualTo("error");
        assertThat(line.ask("sl", "a" + control + "b", "0 1")).isEqualTo("error");
        assertThat(line.ask("ping", "_", "_")).isEqualTo("ok");
        String claim = "{\"resource\":\"" + json(control) + "\",\"ttl\":5}";
        assertThat(client.post("/v1/claims/", claim).status()).isEqualTo(400);
        String pool = "/l/" + UUID.randomUUID() + encoded("" + control);
        assertThat(client.ask("PUT", pool, "{\"count\":1}").status()).isEqualTo(400);
        for (String method : new String[] {"LOCK", "UNLOCK"}) {
            Reply state = client.ask(method, "/v1/terraform/" + key, "{\"ID\":\"a\"}");
            assertThat(state.status()).as(method).isEqualTo(400);
        }
        assertThat(client.get("/v1/stats").json().path("locks")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(chars = {'\0', '\1', '\u001b', '\u007f', '\u0085'})
    void idWithAControlCharacterIsRejectedByEveryApi(char control) {
        String id = encoded("a" + control + "b");
        String entity = "{\"id\":\"" + json(control) + "\"}";
        assertThat(client.post("/api/v1/apps", entity).status()).isEqualTo(400);
        assertThat(client.post("/api/v1/apps", "{\"id\":\"app\"}").status()).isEqualTo(201);
        String item = "/api/v1/apps/app/configurations/" + id;
        assertThat(client.ask("PUT", item, "{\"data\":1}").status()).isEqualTo(400);
        assertThat(client.get(item).status()).isEqualTo(400);
        String[] alice = {"Authorization", "Bearer alice"};
        assertThat(client.ask("POST", "/v1/nodes/" + id + "/claim", "{}", alice).status())
                .isBetween(400, 422);
    }

    @ParameterizedTest
    @ValueSource(chars = {'\0', '\u001b', '\u007f', '\u0085'})
    void ownerWithAControlCharacterIsRejected(char control) {
        Reply named = client.post("/v1/sessions", "{\"owner\":\"" + json(control) + "\"}");
        assertThat(named.status()).isEqualTo(400);
    }
}
