package io.holdfast.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Client;
import io.holdfast.server.Http;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Checks how the files of the dashboard are served. */
final class DashboardRoutesTest {

    private static final Pattern IMPORT_MAP =
            Pattern.compile("<script type=\"importmap\">(.*?)</script>");

    /** What browsers send for a page. */
    private static final String[] BROWSER = {"Accept", "text/html,application/xhtml+xml,*/*;q=0.8"};

    @Test
    void policyAllowsOwnScriptsAndTheImportMapOnly() throws Exception {
        try (TestServer server = TestServer.ephemeral()) {
            Reply page = server.client().get("/", BROWSER);

            Matcher map = IMPORT_MAP.matcher(page.body());
            assertThat(map.find()).isTrue();
            String digest = Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-256")
                            .digest(map.group(1).getBytes(StandardCharsets.UTF_8)));
            assertThat(page.header("Content-Security-Policy"))
                    .hasValue("default-src 'none'; script-src 'self' 'sha256-" + digest
                            + "'; style-src 'self'; img-src 'self'; connect-src 'self';"
                            + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                            + " require-trusted-types-for 'script'; trusted-types lit-html");
            assertThat(page.header("X-Content-Type-Options")).hasValue("nosniff");
            assertThat(page.header("Referrer-Policy")).hasValue("no-referrer");
            assertThat(page.header("Cross-Origin-Opener-Policy")).hasValue("same-origin");
            assertThat(page.header("Cross-Origin-Resource-Policy")).hasValue("same-origin");
            assertThat(page.body()).doesNotContain("{{", "style=", "onclick", "http:", "https:");
        }
    }

    @Test
    void everyAddressOfTheImportMapIsServed() {
        try (TestServer server = TestServer.ephemeral()) {
            Client client = server.client();
            Matcher map = IMPORT_MAP.matcher(client.get("/", BROWSER).body());
            assertThat(map.find()).isTrue();
            Reply.parse(map.group(1)).path("imports").properties().forEach(entry -> {
                String address = entry.getValue().asString().substring(1);
                if (!address.endsWith("/")) {
                    Reply file = client.get(address);
                    assertThat(file.status()).as(address).isEqualTo(200);
                    assertThat(file.header("Content-Type"))
                            .hasValue("text/javascript; charset=utf-8");
                    assertThat(file.header("Cache-Control"))
                            .hasValue(
                                    address.startsWith("/ui/lib/")
                                            ? "public, max-age=31536000, immutable"
                                            : "no-cache");
                }
            });
        }
    }

    @Test
    void fileIsCompressedAndConfirmedByItsTag() throws Exception {
        try (TestServer server = TestServer.ephemeral()) {
            String url = server.client().base() + "/ui/app/app.js";
            HttpResponse<byte[]> first = Http.bytes("GET", url, "Accept-Encoding", "gzip");
            String plain = server.client().get("/ui/app/app.js").body();

            assertThat(first.headers().firstValue("Content-Encoding")).hasValue("gzip");
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(first.body()))) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo(plain);
            }
            String tag = first.headers().firstValue("ETag").orElseThrow();
            assertThat(Http.bytes("GET", url, "Accept-Encoding", "gzip", "If-None-Match", tag)
                            .statusCode())
                    .isEqualTo(304);
            assertThat(server.client()
                            .get("/ui/app/app.js", "If-None-Match", tag)
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void onlyItsOwnFilesAreServed() {
        try (TestServer server = TestServer.ephemeral()) {
            for (String path : new String[] {
                "/ui/app/none.js",
                "/ui/app/index.html",
                "/ui/app//app.js",
                "/ui/lib/lit/1.0.0/index.js",
                "/ui/lib/lit/3.3.2/package.json",
                "/ui/lib/unknown/1.0.0/index.js",
                "/ui/app/%2e%2e/logback.xml",
                "/ui",
                "/index.html"
            }) {
                Reply reply = server.client().get(path);
                assertThat(reply.status()).as(path).isEqualTo(404);
                assertThat(reply.error()).as(path).isEqualTo("not_found");
            }
        }
    }

    @Test
    void pageNeedsNoTokenAndOpensFromALinkOfAnotherSite() {
        try (TestServer server = TestServer.ephemeral("--auth-token", "secret-of-the-house")) {
            assertThat(server.client().get("/", BROWSER).status()).isEqualTo(200);
            assertThat(server.client().get("/ui/app/main.js").status()).isEqualTo(200);
            assertThat(server.client().get("/v1/whoami").status()).isEqualTo(401);
        }
        try (TestServer server = TestServer.ephemeral()) {
            String[] link = {"Sec-Fetch-Site", "cross-site"};
            assertThat(server.client()
                            .get("/", "Sec-Fetch-Site", "cross-site", BROWSER[0], BROWSER[1])
                            .status())
                    .isEqualTo(200);
            assertThat(server.client().get("/v1/whoami", link).status()).isEqualTo(403);
        }
    }

    @Test
    void clientThatAcceptsNoHtmlGetsTheAnswerOfAnUnknownPath() {
        try (TestServer server = TestServer.ephemeral()) {
            assertThat(server.client().get("/").error()).isEqualTo("not_found");
            assertThat(server.client().get("/", "Accept", "*/*").status()).isEqualTo(404);
        }
    }

    @Test
    void settingTurnsTheDashboardOff() {
        try (TestServer server = TestServer.ephemeral("--dashboard=false")) {
            assertThat(server.client().get("/", BROWSER).status()).isEqualTo(404);
            assertThat(server.client().get("/ui/app/main.js").status()).isEqualTo(404);
            assertThat(server.client().get("/v1/resources").status()).isEqualTo(200);
        }
    }
}
