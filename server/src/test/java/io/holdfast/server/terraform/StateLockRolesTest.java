package io.holdfast.server.terraform;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.RawClient;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import io.holdfast.server.Tokens;
import io.holdfast.server.auth.Role;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locks states with authentication, whose only credential in Terraform is a password. */
final class StateLockRolesTest {

    @TempDir
    private Path directory;

    private String ulla = "";
    private String uwe = "";
    private String bruno = "";
    private Path audit;
    private TestServer server;
    private Runs runs;

    @BeforeEach
    void start() {
        Tokens tokens = new Tokens(directory);
        ulla = tokens.of("ulla", Role.USER);
        uwe = tokens.of("uwe", Role.USER);
        bruno = tokens.of("bruno", Role.LOCK_BREAKER);
        audit = directory.resolve("audit.log");
        server = TestServer.ephemeral(
                "--tokens-file", tokens.path(), "--audit-log", audit.toString());
        runs = Runs.of(server, basic(ulla));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String[] basic(String password) {
        return new String[] {"Authorization", "Basic " + pair("any user", password)};
    }

    private static String pair(String user, String password) {
        return Base64.getEncoder()
                .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void tokenIsAcceptedAsThePassword() {
        assertThat(runs.lock("a", "ann", basic(ulla)).status()).isEqualTo(200);
        assertThat(runs.unlock("a", "ann", basic(ulla)).status()).isEqualTo(200);
        assertThat(runs.lock("a", "ann", "Authorization", "Bearer " + ulla).status())
                .isEqualTo(200);
        assertThat(runs.lock("a", "ann").status()).isEqualTo(401);
        assertThat(runs.lock("a", "ann", basic(ulla + "x")).status()).isEqualTo(401);
        assertThat(runs.lock("a", "ann", "Authorization", "Basic ?").status()).isEqualTo(401);
        String[] noColon = {"Authorization", "Basic " + pair("", "").replace("Og", "")};
        assertThat(runs.lock("a", "ann", noColon).status()).isEqualTo(401);
    }

    @Test
    void passwordIsNotAcceptedOnOtherRoutesEvenOnTheSameConnection() {
        try (RawClient client = new RawClient(server)) {
            String credential = "Authorization: Basic " + pair("any", ulla) + "\r\n";
            String head = "Host: localhost\r\n" + credential;
            String info = Runs.info("a", "ann");
            client.send("LOCK " + Runs.PATH + " HTTP/1.1\r\n" + head + "Content-Length: "
                    + info.length() + "\r\n\r\n" + info);
            client.send("GET /v1/stats HTTP/1.1\r\n" + head + "Connection: close\r\n\r\n");
            assertThat(client.all()).startsWith("HTTP/1.1 200").contains("HTTP/1.1 401");
        }
    }

    @Test
    void pageThatABrowserAddsThePasswordToIsRefused() {
        String[] page = {
            "Authorization", "Basic " + pair("any", ulla), "Sec-Fetch-Site", "cross-site"
        };
        assertThat(runs.ask("POST", Runs.PATH, Runs.info("a", "ann"), page).status())
                .isEqualTo(403);
    }

    @Test
    void otherPrincipalCanNeitherReleaseNorRenew() {
        runs.lock("a", "ann", basic(ulla));
        assertThat(runs.unlock("a", "ann", basic(uwe)).status()).isEqualTo(403);
        assertThat(runs.lock("a", "ann", basic(uwe)).status()).isEqualTo(423);
        assertThat(runs.unlock("a", "ann", basic(ulla)).status()).isEqualTo(200);
    }

    @Test
    void forcedUnlockRequiresTheRoleAndIsAudited() throws IOException {
        runs.lock("a", "ann@laptop", basic(ulla));
        for (String body : new String[] {"", Runs.idOnly("a")}) {
            Reply denied = runs.ask("UNLOCK", Runs.PATH, body, basic(ulla));
            assertThat(denied.status()).isEqualTo(403);
            assertThat(denied.text("detail")).contains("lock-breaker");
        }
        assertThat(runs.forceUnlock("a", basic(bruno)).text("status")).isEqualTo("broken");
        server.stop();
        assertThat(Files.readAllLines(audit))
                .filteredOn(line -> line.contains("\"verb\":\"break\""))
                .singleElement()
                .asString()
                .contains("\"principal\":\"bruno\"", "\"resource\":\"terraform/network\"")
                .contains("\"why\":\"force-unlock of a\"", "\"outcome\":\"done\"");
        assertThat(Files.readString(audit)).doesNotContain(ulla, uwe, bruno);
    }
}
