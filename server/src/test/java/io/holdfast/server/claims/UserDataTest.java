package io.holdfast.server.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests user_data: any JSON, returned as it was sent. */
final class UserDataTest {

    private final TestServer server = TestServer.ephemeral();
    private final Claims claims = new Claims(server);

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "true",
                "false",
                "0",
                "-0",
                "1.50",
                "1e2",
                "1E+2",
                "\"\"",
                "\"text\"",
                "[]",
                "{}",
                "123456789012345678901234567890",
                "0.1000000000000000055511151231257827",
                "\"\\u0000\\ud83d\\ude00\\ud800\"",
                "\"\u00e9\u4e2d\ud83d\ude00\"",
                "[ 1 , [2 ] ]",
                "{\"a\" : {\"b\":[null,true,{\"c\":\"d\"}]}}",
                "{\"a\":1,\"a\":2}",
                "{\"host\":\"blade1\",\"pid\":4711,\"lsf_id\":null,\"user\":\"gms\"}"
            })
    void userDataIsReturnedAsSent(String data) {
        String first = "{\"user_data\": " + data + " ,\"resource\":\"r\",\"ttl\":60}";
        Reply made = claims.post(first);
        assertThat(made.status()).as(made.toString()).isEqualTo(201);
        String shown = "\"user_data\":" + data + "}";
        assertThat(made.body()).contains(shown);
        assertThat(claims.get(1).body()).contains(shown);
        assertThat(claims.ttl(1, 60).body()).contains(shown);
        assertThat(claims.list("").body()).contains(shown);
        String last = "{\"resource\":\"s\",\"ttl\":60,\"user_data\":" + data + "}";
        assertThat(claims.post(last).body()).contains(shown);
    }

    @Test
    @DisplayName("null if absent, and null if null")
    void absentUserDataIsNull() {
        assertThat(claims.create("r", 60).json().path("user_data").isNull()).isTrue();
        Reply sent = claims.post("{\"resource\":\"s\",\"ttl\":1,\"user_data\":null}");
        assertThat(sent.json().path("user_data").isNull()).isTrue();
    }

    @Test
    void nestingIsLimitedTo64Levels() {
        String deep = "[".repeat(64) + "]".repeat(64);
        String body = "{\"resource\":\"r\",\"ttl\":1,\"user_data\":";
        assertThat(claims.post(body + deep + "}").status()).isEqualTo(201);
        assertThat(claims.post(body + "[" + deep + "]}").status()).isEqualTo(400);
    }

    @Test
    void invalidUtf8IsRejected() {
        byte[] wrong = "{\"resource\":\"r\",\"ttl\":1,\"user_data\":\"x\"}"
                .getBytes(StandardCharsets.ISO_8859_1);
        wrong[wrong.length - 3] = (byte) 0xE9;
        assertThat(catchThrowable(() -> ClaimBody.newClaim(wrong, 100)))
                .isInstanceOf(BadClaim.class);
    }
}
