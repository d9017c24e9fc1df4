package io.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.RawClient;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that two parsers could read differently are rejected and their connection is closed. */
class FramingTest {

    private static final String POST = "POST /echo HTTP/1.1\r\nHost: localhost\r\n";

    private static Edge edge;

    @BeforeAll
    static void start() {
        edge = Edge.start();
    }

    @AfterAll
    static void stop() {
        edge.close();
    }

    private static void assertRefused(String request, int status) {
        assertRefused(request.getBytes(StandardCharsets.ISO_8859_1), status);
    }

    private static void assertRefused(byte[] request, int status) {
        try (RawClient client = edge.connect()) {
            client.sendLeniently(request);
            RawClient.Response response = client.response();
            assertThat(response.status()).isEqualTo(status);
            assertThat(response.header("Connection")).isEqualTo("close");
            assertThat(response.header("Content-Type")).isEqualTo("application/json");
            assertThat(response.body()).startsWith("{\"error\":\"").endsWith("\"}\n");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void contentLengthWithTransferEncodingIsRejected() {
        assertRefused(
                POST + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400);
        assertRefused(
                POST + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", 400);
    }

    @Test
    void twoContentLengthsAreRejectedEvenIfEqual() {
        assertRefused(POST + "Content-Length: 4\r\nContent-Length: 4\r\n\r\nabcd", 400);
        assertRefused(POST + "Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd", 400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+4",
                "-4",
                "4,4",
                "4, 4",
                "0x4",
                "4 4",
                "4a",
                "",
                "4.0",
                "9999999999999999999"
            })
    void invalidContentLengthIsRejected(String length) {
        assertRefused(POST + "Content-Length: " + length + "\r\n\r\nabcd", 400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gzip",
                "identity",
                "chunked, chunked",
                "gzip, chunked",
                "xchunked",
                "chunked;q=1",
                ""
            })
    void transferCodingOtherThanChunkedIsRejected(String coding) {
        assertRefused(POST + "Transfer-Encoding: " + coding + "\r\n\r\n0\r\n\r\n", 400);
    }

    @Test
    void repeatedTransferEncodingIsRejected() {
        assertRefused(
                POST + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                400);
    }

    @Test
    void transferEncodingInHttp10IsRejected() {
        assertRefused("POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400);
    }

    @Test
    void spaceBeforeTheColonIsRejected() {
        assertRefused(
                "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length : 4\r\n\r\nabcd", 400);
        assertRefused("GET /hello HTTP/1.1\r\nHost : localhost\r\n\r\n", 400);
    }

    @Test
    void foldedHeaderIsRejected() {
        assertRefused("GET /hello HTTP/1.1\r\nHost: localhost\r\nX-Long: one\r\n two\r\n\r\n", 400);
        assertRefused(
                "GET /hello HTTP/1.1\r\nHost: localhost\r\nX-Long: one\r\n\ttwo\r\n\r\n", 400);
        assertRefused("GET /hello HTTP/1.1\r\n X: one\r\nHost: localhost\r\n\r\n", 400);
    }

    @Test
    void missingHostIsRejectedInHttp11() {
        assertRefused("GET /hello HTTP/1.1\r\n\r\n", 400);
        assertRefused("GET http://localhost/hello HTTP/1.1\r\n\r\n", 400);
    }

    @Test
    void twoHostsAreRejected() {
        assertRefused("GET /hello HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400);
        assertRefused("GET /hello HTTP/1.0\r\nHost: localhost\r\nhost: other\r\n\r\n", 400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a,b", "a/b", "user@host", "a\"b", "h\u00e9"})
    void invalidHostIsRejected(String host) {
        assertRefused("GET /hello HTTP/1.1\r\nHost: " + host + "\r\n\r\n", 400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\0", "\u0001", "\u001b", "\u007f", "\u000b"})
    void controlCharacterInAHeaderIsRejected(String control) {
        assertRefused(
                "GET /hello HTTP/1.1\r\nHost: localhost\r\nX: a" + control + "b\r\n\r\n", 400);
        assertRefused(
                "GET /hello HTTP/1.1\r\nHost: localhost\r\nX" + control + ": ab\r\n\r\n", 400);
    }

    @Test
    void bareCarriageReturnIsRejected() {
        assertRefused("GET /hello HTTP/1.1\r\nHost: localhost\r\nX: a\rb\r\n\r\n", 400);
        assertRefused("GET /hello HTTP/1.1\rHost: localhost\r\n\r\n", 400);
        assertRefused(
                "POST /echo HTTP/1.1\r\nHost: localhost\r\n\rContent-Length: 4\r\n\r\nabcd", 400);
    }

    @Test
    void bareLineFeedIsRejected() {
        assertRefused("GET /hello HTTP/1.1\nHost: localhost\n\n", 400);
        assertRefused("GET /hello HTTP/1.1\r\nHost: localhost\nX: y\r\n\r\n", 400);
        assertRefused("GET /hello HTTP/1.1\r\nHost: localhost\r\n\n", 400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x4", "+4", "-4", " 4", "4 ", "", "g", "4;\u0001", "100000000", "4\n"})
    void invalidChunkSizeIsRejected(String size) {
        assertRefused(
                POST + "Transfer-Encoding: chunked\r\n\r\n" + size + "\r\nabcd\r\n0\r\n\r\n", 400);
    }

    @Test
    void chunkLongerThanItsSizeIsRejected() {
        assertRefused(POST + "Transfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n", 400);
    }

    @Test
    void bareLineFeedInChunksIsRejected() {
        assertRefused(POST + "Transfer-Encoding: chunked\r\n\r\n4\nabcd\r\n0\r\n\r\n", 400);
        assertRefused(POST + "Transfer-Encoding: chunked\r\n\r\n4\r\nabcd\n0\r\n\r\n", 400);
        assertRefused(POST + "Transfer-Encoding: chunked\r\n\r\n0\r\n\n", 400);
    }

    @Test
    void endlessChunkLineIsRejected() {
        assertRefused(POST + "Transfer-Encoding: chunked\r\n\r\n4;" + "x".repeat(300), 400);
    }

    @Test
    void endlessTrailersAreRejected() {
        assertRefused(
                POST + "Transfer-Encoding: chunked\r\n\r\n0\r\n" + "X: y\r\n".repeat(2_000)
                        + "\r\n",
                431);
    }

    @Test
    void headerOf64KilobytesIsRejected() {
        assertRefused(
                "GET /hello HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(64 << 10) + "\r\n\r\n",
                431);
    }

    @Test
    void pathOf64KilobytesIsRejected() {
        assertRefused("GET /" + "x".repeat(64 << 10) + " HTTP/1.1\r\nHost: localhost\r\n\r\n", 414);
    }

    @Test
    void pathJustOverItsLimitIsRejected() {
        assertRefused("GET /" + "x".repeat(2048) + " HTTP/1.1\r\nHost: localhost\r\n\r\n", 414);
    }

    @Test
    void tooManyHeadersAreRejected() {
        assertRefused(
                "GET /hello HTTP/1.1\r\nHost: localhost\r\n" + "X: y\r\n".repeat(64) + "\r\n", 431);
    }

    @Test
    void oversizedContentLengthIsRejectedBeforeTheBody() {
        assertRefused(POST + "Content-Length: 65537\r\n\r\n", 413);
    }

    @Test
    void oversizedChunkedBodyIsRejectedWhileItIsSent() {
        String chunk = "1000\r\n" + "x".repeat(4096) + "\r\n";
        assertRefused(POST + "Transfer-Encoding: chunked\r\n\r\n" + chunk.repeat(20), 413);
    }

    @Test
    void rejectionIsDeliveredWhileMegabytesAreInFlight() {
        byte[] flood = new byte[4 << 20];
        Arrays.fill(flood, (byte) 'x');
        byte[] start = (POST + "Content-Length: " + flood.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] all = Arrays.copyOf(start, start.length + flood.length);
        System.arraycopy(flood, 0, all, start.length, flood.length);
        assertRefused(all, 413);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /hello\r\n\r\n",
                "GET  /hello HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /hello  HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /hello HTTP/1.1 \r\nHost: localhost\r\n\r\n",
                "GET /hello HTTP/2.0\r\nHost: localhost\r\n\r\n",
                "GET /hello HTTP/1.2\r\nHost: localhost\r\n\r\n",
                "GET /hello http/1.1\r\nHost: localhost\r\n\r\n",
                "GET hello HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET ftp://localhost/hello HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET http:///hello HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET http://user@localhost/hello HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET * HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /hello#part HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /h\u00e9llo HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /%4 HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /hello?x=% HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GE(T /hello HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "\u0016\u0003\u0001",
                ": x\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                "GET /hello HTTP/1.1\r\nHost: localhost\r\n: x\r\n\r\n",
                "GET /hello HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n",
            })
    void malformedHeadIsRejected(String head) {
        assertRefused(head, 400);
    }

    @Test
    void nonUtf8PathIsRejected() {
        assertRefused("POST /keys/%ff%fe HTTP/1.1\r\nHost: localhost\r\n\r\n", 400);
    }

    @Test
    void requestsAfterARejectedOneAreNeverServed() {
        try (RawClient client = edge.connect()) {
            client.send(POST + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                    + "POST /park HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(client.response().status()).isEqualTo(400);
            assertThat(client.isClosedByServer()).isTrue();
        }
        assertThat(edge.parked).isEmpty();
    }
}
