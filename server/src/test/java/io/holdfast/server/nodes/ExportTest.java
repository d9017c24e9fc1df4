package io.holdfast.server.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Http;
import io.holdfast.server.TestServer;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests the archive of all nodes, which is streamed. */
class ExportTest {

    private static final int NODES = 200;

    private final TestServer server = TestServer.ephemeral();
    private final Person alice = Person.of(server, "alice");

    @AfterEach
    void stop() {
        server.close();
    }

    private void fill() {
        StringBuilder nodes = new StringBuilder();
        for (int i = 0; i < NODES; i++) {
            nodes.append(i == 0 ? "" : ",")
                    .append("{\"id\":\"task-")
                    .append(i)
                    .append("\",\"type\":\"task\",\"title\":\"T\",\"summary\":\"s\"}");
        }
        assertThat(alice.ask("POST", "/v1/nodes", "{\"nodes\":[" + nodes + "]}").status())
                .isEqualTo(200);
    }

    private HttpResponse<byte[]> get(String method, String path) throws IOException {
        return Http.bytes(method, server.client().base() + path, "Authorization", "Bearer alice");
    }

    /** Returns an archive's files by name and checks that it ends with two empty blocks. */
    private static Map<String, String> files(InputStream archive) throws IOException {
        DataInputStream in = new DataInputStream(archive);
        Map<String, String> files = new TreeMap<>();
        String longName = "";
        byte[] header = in.readNBytes(512);
        while (header[0] != 0) {
            String name = text(header, 0, 100);
            int size = Integer.parseInt(text(header, 124, 11), 8);
            byte[] content = in.readNBytes(size);
            in.skipNBytes((512 - size % 512) % 512);
            if (header[156] == 'x') {
                String record = new String(content, StandardCharsets.US_ASCII);
                assertThat(record).startsWith(record.length() + " path=").endsWith("\n");
                longName = record.substring(record.indexOf('=') + 1, record.length() - 1);
            } else {
                files.put(
                        longName.isEmpty() ? name : longName,
                        new String(content, StandardCharsets.UTF_8));
                longName = "";
            }
            header = in.readNBytes(512);
        }
        assertThat(in.readAllBytes()).isEqualTo(new byte[512]);
        return files;
    }

    private static String text(byte[] header, int from, int length) {
        return new String(header, from, length, StandardCharsets.US_ASCII).replace("\0", "");
    }

    @Test
    void archiveContainsAllNodesAsRead() throws Exception {
        fill();
        alice.claim("task-7");
        HttpResponse<byte[]> plain = get("GET", "/v1/export");
        assertThat(plain.statusCode()).isEqualTo(200);
        assertThat(plain.headers().firstValue("Transfer-Encoding")).contains("chunked");
        assertThat(plain.headers().firstValue("Content-Type")).contains("application/x-tar");
        Map<String, String> files = files(new ByteArrayInputStream(plain.body()));
        // The author has a node too.
        assertThat(files).hasSize(NODES + 1).containsKey("nodes/person-alice.md");
        JsonNode claimed = alice.node("task-7");
        assertThat(files).containsEntry("nodes/task-7.md", claimed.path("raw").asString());

        HttpResponse<byte[]> zipped = get("GET", "/v1/export?gzip=1");
        assertThat(zipped.headers().firstValue("Content-Type")).contains("application/gzip");
        InputStream unzipped = new GZIPInputStream(new ByteArrayInputStream(zipped.body()));
        assertThat(files(unzipped)).isEqualTo(files);
    }

    @Test
    void emptyGraphIsAnEmptyArchive() throws Exception {
        assertThat(get("GET", "/v1/export").body()).isEqualTo(new byte[1024]);
    }

    @Test
    void headRequestReturnsOnlyTheContentType() throws Exception {
        fill();
        HttpResponse<byte[]> head = get("HEAD", "/v1/export?gzip=1");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValue("Content-Type")).contains("application/gzip");
        assertThat(head.body()).isEmpty();
    }

    @Test
    void longNamesAreKeptWhole() throws Exception {
        String one = "task-" + "a".repeat(120) + "-one";
        String other = "task-" + "a".repeat(120) + "-other";
        assertThat(alice.task(one).status()).isEqualTo(200);
        assertThat(alice.task(other).status()).isEqualTo(200);
        assertThat(files(new ByteArrayInputStream(get("GET", "/v1/export").body())))
                .containsKeys("nodes/" + one + ".md", "nodes/" + other + ".md");
    }
}
