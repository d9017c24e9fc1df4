package io.holdfast.server.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.RawClient;
import io.holdfast.server.TestServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Replays the requests of Spor's command-line client on one connection, as recorded in the
 * contract's table: methods, paths, bodies, and headers in the order in which that client sends
 * them. Ids, texts and tokens are made up, since the recordings have none.
 *
 * <p>A line of the file contains the person, the expected status, the method, the path and the
 * body. The indented lines below it list what the client reads from the answer: {@code /pointer =
 * value}, {@code /pointer ~ pattern}, {@code keys [/pointer] names}, {@code none /pointer},
 * {@code archive name}. Other keys are allowed.
 */
final class ReplayTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private record Heard(int status, String type, byte[] body) {}

    private String agentToken = "";

    @Test
    void recordedRequestsAreAnsweredAsTheClientExpects() throws IOException {
        try (TestServer server = TestServer.ephemeral();
                RawClient client = new RawClient(server.server().httpPort())) {
            Heard heard = new Heard(0, "", new byte[0]);
            String asked = "";
            int requests = 0;
            for (String line : lines()) {
                if (line.startsWith("  ")) {
                    check(heard, line.strip(), asked);
                    continue;
                }
                asked = line;
                requests++;
                String[] parts = line.split(" ", 5);
                heard = hear(client.send(request(server.server().httpPort(), parts)));
                assertThat(heard.status()).as(line).isEqualTo(Integer.parseInt(parts[1]));
                if (parts[3].endsWith("/token")) {
                    agentToken = json(heard).path("token").asString();
                }
            }
            assertThat(requests).isGreaterThan(60);
        }
    }

    private static List<String> lines() throws IOException {
        try (InputStream in = ReplayTest.class.getResourceAsStream("recorded.txt")) {
            assertThat(in).isNotNull();
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter(l -> !l.isBlank() && !l.startsWith("#")).toList();
        }
    }

    private byte[] request(int port, String[] parts) {
        String token = parts[0].equals("AGENT") ? agentToken : parts[0];
        String body = parts.length < 5 ? "" : parts[4];
        boolean none = body.isEmpty();
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        String text = parts[2] + " " + parts[3] + " HTTP/1.1\r\n"
                + "host: 127.0.0.1:" + port + "\r\n"
                + "connection: keep-alive\r\n"
                + "Authorization: Bearer " + token + "\r\n"
                + (none ? "" : "Content-Type: application/json\r\n")
                + "accept: */*\r\n"
                + "accept-language: *\r\n"
                + "sec-fetch-mode: cors\r\n"
                + "user-agent: node\r\n"
                + "accept-encoding: gzip, deflate\r\n"
                + (none ? "" : "content-length: " + length + "\r\n")
                + "\r\n"
                + body;
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void check(Heard heard, String check, String asked) throws IOException {
        String[] words = check.split(" ");
        String about = asked + "\n  " + check;
        if (words[0].equals("archive")) {
            assertThat(archive(heard)).as(about).contains(words[1]);
            return;
        }
        JsonNode json = json(heard);
        if (words[0].equals("none")) {
            assertThat(json.at(words[1]).isMissingNode()).as(about).isTrue();
        } else if (words[0].equals("keys")) {
            boolean whole = !words[1].startsWith("/");
            List<String> keys = List.of(words).subList(whole ? 1 : 2, words.length);
            JsonNode object = whole ? json : json.at(words[1]);
            assertThat(object.propertyNames()).as(about).containsAll(keys);
        } else {
            JsonNode value = json.at(words[0]);
            assertThat(value.isMissingNode()).as(about).isFalse();
            String text = value.isString() ? value.asString() : value.toString();
            String expected = check.split(" ", 3)[2];
            if (words[1].equals("=")) {
                assertThat(text).as(about).isEqualTo(expected);
            } else {
                assertThat(text).as(about).matches(expected);
            }
        }
    }

    private static JsonNode json(Heard heard) {
        return MAPPER.readTree(new String(heard.body(), StandardCharsets.UTF_8));
    }

    private static String archive(Heard heard) throws IOException {
        boolean zipped = heard.type().equals("application/gzip");
        InputStream in = new ByteArrayInputStream(heard.body());
        byte[] tar = (zipped ? new GZIPInputStream(in) : in).readAllBytes();
        assertThat(tar.length % 512).isZero();
        return new String(tar, StandardCharsets.UTF_8);
    }

    private static Heard hear(RawClient client) {
        RawClient.Response response = client.response();
        byte[] body = response.isChunked() ? client.chunks() : response.bytes();
        return new Heard(response.status(), response.header("Content-Type"), body);
    }
}
