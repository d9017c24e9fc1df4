package io.holdfast.server.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The requests that the real command-line client sends, put together from what the contract tells
 * of them (methods, paths, headers, shapes of bodies), since there is no capture; sent on one
 * connection. The file has one for each line: the person, what is answered, the method, the path
 * and the body; {@code $name} stands for what an earlier answer said.
 */
final class ReplayTest {

    private static final String HEADERS = "connection: keep-alive\r\n%s"
            + "accept: */*\r\naccept-language: *\r\nsec-fetch-mode: cors\r\nuser-agent: node\r\n"
            + "accept-encoding: gzip, deflate\r\n%s\r\n";

    @Test
    void theRecordedRequestsAreAnsweredAsTheClientExpects() throws IOException {
        try (TestServer server = TestServer.ephemeral();
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), server.server().httpPort())) {
            socket.setSoTimeout(30_000);
            String agentToken = "";
            int asked = 0;
            for (String line : lines()) {
                String[] parts = line.split(" ", 5);
                String token = parts[0].equals("AGENT") ? agentToken : parts[0];
                String body = parts.length < 5 ? "" : parts[4];
                socket.getOutputStream()
                        .write(request(server, token, parts[2], parts[3], body)
                                .getBytes(StandardCharsets.UTF_8));
                String reply = reply(socket.getInputStream());
                assertThat(reply).as(line).startsWith("HTTP/1.1 " + parts[1] + " ");
                if (parts[3].endsWith("/token")) {
                    agentToken = reply.replaceAll("(?s).*\"token\":\"([^\"]+)\".*", "$1");
                }
                asked++;
            }
            assertThat(asked).isGreaterThan(40);
        }
    }

    private static List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        try (InputStream in = ReplayTest.class.getResourceAsStream("recorded.txt")) {
            assertThat(in).isNotNull();
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            text.lines().filter(l -> !l.isBlank() && !l.startsWith("#")).forEach(lines::add);
        }
        return lines;
    }

    private static String request(
            TestServer server, String token, String method, String path, String body) {
        String type = body.isEmpty() ? "" : "Content-Type: application/json\r\n";
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        String size = body.isEmpty() ? "" : "content-length: " + length + "\r\n";
        return method + " " + path + " HTTP/1.1\r\nhost: localhost:"
                + server.server().httpPort() + "\r\n"
                + HEADERS.formatted("Authorization: Bearer " + token + "\r\n" + type, size)
                + body;
    }

    private static String reply(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append(line(in)).append("\r\n");
        }
        if (head.indexOf("Transfer-Encoding: chunked") < 0) {
            String length = head.toString().replaceAll("(?s).*Content-Length: (\\d+).*", "$1");
            byte[] body = in.readNBytes(Integer.parseInt(length));
            return head + new String(body, StandardCharsets.UTF_8);
        }
        for (int size = chunk(in); size > 0; size = chunk(in)) {
            in.skipNBytes(size);
            assertThat(line(in)).isEmpty();
        }
        assertThat(line(in)).isEmpty();
        return head.toString();
    }

    private static int chunk(InputStream in) throws IOException {
        return Integer.parseInt(line(in), 16);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\r'; next = in.read()) {
            assertThat(next).as(line.toString()).isNotNegative();
            line.append((char) next);
        }
        assertThat(in.read()).isEqualTo('\n');
        return line.toString();
    }
}
