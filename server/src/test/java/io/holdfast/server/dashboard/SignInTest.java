package io.holdfast.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.OneNode;
import io.holdfast.server.Tokens;
import io.holdfast.server.auth.Role;
import io.holdfast.server.auth.oidc.Issuer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens the dashboard with an identity of a reverse proxy and with tokens of an issuer. */
@OneNode("a browser is connected to one member")
final class SignInTest {

    private static final String USER = "X-Remote-User";
    private static final String GROUPS = "X-Remote-Groups";
    private static final String PAGES = "[...document.querySelectorAll('.side nav a')]"
            + ".map(one => one.textContent.trim()).join()";

    @TempDir
    static Path profile;

    @TempDir
    Path directory;

    private static Browser browser;

    private Page page;

    @BeforeAll
    static void startBrowser() {
        browser = Browser.start(profile);
    }

    @AfterAll
    static void endBrowser() {
        browser.close();
    }

    @BeforeEach
    void openPage() {
        page = browser.page();
    }

    @AfterEach
    void nothingWentWrongOnThePage() {
        page.assertClean();
        page.close();
    }

    /** Starts a server that trusts the identity in the headers of this machine's requests. */
    private static RealServer behindProxy(String... more) {
        List<String> flags = new ArrayList<>(List.of(
                "--proxy-auth-header",
                USER,
                "--proxy-auth-from",
                "127.0.0.1",
                "--proxy-auth-roles-header",
                GROUPS,
                "--proxy-auth-role-map",
                "guests=reader,team=user,ops=operator"));
        flags.addAll(List.of(more));
        return RealServer.start(flags.toArray(String[]::new));
    }

    private static void lock(RealServer server, String... headers) {
        String session = server.client().post("/v1/sessions", "", headers).text("session_id");
        String[] all = Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "X-Dflockd-Session";
        all[headers.length + 1] = session;
        assertThat(server.client()
                        .post("/v1/locks/deploy", "{\"lease_ttl_s\":600}", all)
                        .status())
                .isEqualTo(200);
    }

    private boolean has(String selector) {
        return page.eval("document.querySelector('" + selector + "') !== null").asBoolean();
    }

    private void signIn(String token) {
        page.await("document.querySelector('#token')");
        page.eval("document.querySelector('#token').value = ''");
        page.click("#token");
        page.type(token);
        page.press("Enter");
    }

    @Test
    void identityOfTheProxyOpensThePageWithItsName() {
        try (RealServer server = behindProxy()) {
            lock(server, USER, "uwe@example.org", GROUPS, "team");
            page.headers(Map.of(USER, "olga@example.org", GROUPS, "ops"));
            page.open(server.page("#/resource/locks/deploy")).settled();

            page.awaitText("olga@example.org").awaitText("role operator");
            page.await("document.querySelector('[aria-labelledby=holders] button')");
            page.await("document.querySelector('.live').textContent.trim() === 'Live'");
            assertThat(page.eval(PAGES).asString()).contains("Sessions", "Cluster", "Audit");
            // There is no token, hence nothing to sign out of.
            assertThat(page.eval("sessionStorage.length").asInt()).isZero();
            assertThat(has(".account button")).isFalse();
        }
    }

    @Test
    void readerOfTheProxyIsOfferedReadingOnly() {
        try (RealServer server = behindProxy()) {
            lock(server, USER, "uwe@example.org", GROUPS, "team");
            page.headers(Map.of(USER, "rita@example.org", GROUPS, "guests"));
            page.open(server.page("#/resource/locks/deploy")).settled();

            page.awaitText("Breaking a grant needs the role lock-breaker.");
            assertThat(has("[aria-labelledby=holders] button")).isFalse();
            assertThat(page.eval(PAGES).asString())
                    .contains("Resources", "Events")
                    .doesNotContain("Sessions", "Cluster", "Audit");
            // An address that someone else shared says why it is empty.
            for (String shared : List.of("Sessions", "Cluster", "Audit")) {
                page.go("#/" + shared.toLowerCase(Locale.ROOT), shared);
                page.awaitText("Not allowed with your role");
            }
        }
    }

    @Test
    void pageWithoutIdentityOfTheProxyAsksForAToken() {
        try (RealServer server = behindProxy()) {
            page.open(server.page("#/")).awaitText("Sign in to Holdfast");
            assertThat(page.text()).doesNotContain("Overview");
        }
    }

    @Test
    void accessTokenOfAnIssuerSignsInWithItsNameAndRole() {
        try (Issuer issuer = Issuer.start();
                RealServer server = RealServer.start(
                        "--oidc-issuer",
                        issuer.url(),
                        "--oidc-audience",
                        "holdfast",
                        "--oidc-allow-private",
                        "--oidc-roles-claim",
                        "realm_access.roles",
                        "--oidc-role-map",
                        "lock-users=user,lock-breakers=lock-breaker")) {
            lock(server, "Authorization", "Bearer " + token(issuer, "uwe", "lock-users"));
            page.open(server.page("#/resource/locks/deploy"));

            long anHourAgo = System.currentTimeMillis() - 2 * 3_600_000;
            signIn(issuer.token(anHourAgo, claims -> {}));
            page.awaitText("the token is expired");
            signIn(token(issuer, "olga", "lock-breakers"));

            page.awaitText("olga").awaitText("role lock-breaker");
            page.await("document.querySelector('[aria-labelledby=holders] button')");
            assertThat(page.eval(PAGES).asString()).doesNotContain("Cluster", "Audit");
        }
    }

    private static String token(Issuer issuer, String name, String group) {
        return issuer.token(
                System.currentTimeMillis(),
                claims -> claims.claim("preferred_username", name)
                        .claim("realm_access", Map.of("roles", List.of(group))));
    }

    @Test
    void revokedTokenClosesThePageAndSaysWhy() {
        Tokens tokens = new Tokens(directory);
        String operator = tokens.of("olga", Role.OPERATOR);
        try (RealServer server = RealServer.start("--tokens-file", tokens.path())) {
            page.open(server.page("#/"));
            signIn(operator);
            page.awaitText("olga");

            tokens.revoke(operator);

            page.awaitText("Sign in to Holdfast").awaitText("this token is unknown");
            assertThat(page.eval("sessionStorage.length").asInt()).isZero();
        }
    }
}
