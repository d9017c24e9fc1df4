package io.holdfast.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Caller;
import io.holdfast.server.Client;
import io.holdfast.server.OneNode;
import io.holdfast.server.Reply;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses the dashboard of a cluster whose members are killed. */
@OneNode("it starts a cluster of its own")
final class ClusterDashboardTest {

    private static final String LIVE =
            "document.querySelector('.live').textContent.trim() === 'Live'";

    @TempDir
    static Path directory;

    @TempDir
    static Path profile;

    private static Browser browser;
    private static ThreeProcesses cluster;

    private Page page;

    @BeforeAll
    static void start() {
        cluster = new ThreeProcesses(directory);
        browser = Browser.start(profile);
    }

    @AfterAll
    static void end() {
        browser.close();
        cluster.close();
    }

    @BeforeEach
    void openPage() {
        cluster.startKilled();
        page = browser.page();
    }

    @AfterEach
    void nothingWentWrongOnThePage() {
        page.assertClean();
        page.close();
    }

    /** Returns an expression that is the text of a fact at the top of the cluster's page. */
    private static String fact(String name) {
        return "[...document.querySelectorAll('.facts-row dt')].find(one => one.textContent === '"
                + name + "').nextElementSibling.textContent.trim()";
    }

    /** Returns an expression that is the text of a member's row. */
    private static String row(String node) {
        return "[...document.querySelectorAll('.members tbody tr')].find(one =>"
                + " one.querySelector('.key').textContent.trim() === '" + node + "').innerText";
    }

    private static int next(int member) {
        return member % 3 + 1;
    }

    private static void hold(int member, String key, String owner) {
        try (Client client = cluster.client(member)) {
            Reply reply = client.session()
                    .post(
                            "locks/" + key,
                            "{\"acquire_timeout_s\":30,\"lease_ttl_s\":600}",
                            "X-Holdfast-Owner",
                            owner);
            assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        }
    }

    @Test
    void clusterPageShowsLeaderLagTermAndGrowthOfTheLog() {
        int leader = cluster.leader();
        page.open(cluster.page(next(leader), "#/cluster")).settled();

        page.await("document.querySelectorAll('.members tbody tr').length === 3");
        page.await(fact("Leader") + " === 'n" + leader + "'");
        page.await(fact("This member") + " === 'n" + next(leader) + "'");
        page.await("Number(" + fact("Term") + ") > 0");
        page.await(row("n" + leader) + ".includes('Leader')");
        page.await(row("n" + next(leader)) + ".includes('Follower')");
        // The leader has its own log, so this is a number and never unknown.
        page.await("/\\n?\\s*\\d+$/.test(" + row("n" + leader) + ".trim())");
        CompletableFuture<Void> shown = new CompletableFuture<>();
        Thread load = Thread.ofVirtual().start(() -> write(leader, shown));
        page.await("parseFloat(document.querySelector('hf-plot dd').textContent) > 0");
        shown.complete(null);
        join(load);
    }

    /** Writes entries into the log until they were shown. */
    private static void write(int member, CompletableFuture<Void> shown) {
        try (Client client = cluster.client(member)) {
            Caller session = client.session();
            while (!shown.isDone()) {
                session.release("busy", session.post("locks/busy", "{}").token());
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void pageOfAFollowerShowsThatTheLeaderWasKilledAndWhoLeadsNow() {
        int leader = cluster.leader();
        int follower = next(leader);
        hold(follower, "before-kill", "ann@ci");
        page.open(cluster.page(follower, "#/cluster")).settled();
        page.await(fact("Leader") + " === 'n" + leader + "'");

        cluster.kill(leader);

        page.await(row("n" + leader) + ".includes('Problem')");
        page.await(row("n" + leader) + ".includes('no process listens')");
        page.await("/^n[123]$/.test(" + fact("Leader") + ")");
        page.await(fact("Leader") + " !== 'n" + leader + "'");
        page.await(LIVE);
        page.go("#/resources", "Resources").awaitText("before-kill");
        hold(next(follower), "after-kill", "bob@ci");
        page.awaitText("after-kill");

        cluster.startKilled();
        page.go("#/cluster", "Cluster");
        page.await("!document.querySelector('.members').innerText.includes('Problem')");
    }

    @Test
    void pageSaysThatItsMemberIsGoneAndContinuesAtAnotherOneBehindTheSameAddress()
            throws Exception {
        int member = next(cluster.leader());
        int other = next(member);
        try (OneAddress address = new OneAddress(cluster.port(member))) {
            hold(member, "at-first", "ann@ci");
            page.open(address.page("#/resources"))
                    .settled()
                    .awaitText("at-first")
                    .await(LIVE);

            cluster.kill(member);
            page.await("document.querySelector('.live').textContent.trim() === 'Reconnecting'");
            page.awaitText("The server cannot be reached. Showing the state of");
            page.awaitText("at-first");

            address.switchTo(cluster.port(other));
            page.await(LIVE);
            hold(other, "at-last", "bob@ci");
            page.awaitText("at-last").awaitText("at-first");
            page.go("#/cluster", "Cluster");
            page.await(fact("This member") + " === 'n" + other + "'");
        }
    }
}
