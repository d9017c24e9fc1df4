package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The requests of {@code holdfast cluster}, and how its output shows the answers. */
final class ClusterCommandTest {

    private static final String STATUS = """
            {"cluster":"c-1","node":"n1","leader":"n1","term":3,"commit_index":120,\
            "applied_index":120,"format":3,"members":[\
            {"node":"n1","address":"10.0.0.1:6390","leads":true,"match_index":120,"lag":0,\
            "heard_millis":0},\
            {"node":"n2","address":"10.0.0.2:6390","leads":false,"match_index":117,"lag":3,\
            "heard_millis":104},\
            {"node":"n3","address":"10.0.0.3:6390","leads":false,"match_index":null,"lag":null,\
            "heard_millis":null}]}
            """;

    private FakeServer server;

    @BeforeEach
    void start() throws IOException {
        server = new FakeServer();
        server.answers(200, STATUS);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Typed cluster(String... words) {
        String[] all = new String[words.length + 1];
        all[0] = "cluster";
        System.arraycopy(words, 0, all, 1, words.length);
        return Typed.of(Map.of("HOLDFAST_SERVER", server.url()), all);
    }

    @Test
    void statusIsPrintedAsTable() {
        Typed typed = cluster("status");
        assertThat(typed.err()).isEmpty();
        assertThat(typed.out()).isEqualTo("""
                cluster c-1, n1 leads, term 3, entry 120, format 3, as n1 sees it
                node  address        role      behind  last heard
                n1    10.0.0.1:6390  leader    0       -
                n2    10.0.0.2:6390  follower  3       0.1 s ago
                n3    10.0.0.3:6390  follower  ?       ?
                """);
        assertThat(typed.code()).isZero();
    }

    @Test
    void singleServerHasNoTerm() {
        server.answers(200, STATUS.replace("\"term\":3", "\"term\":0"));
        assertThat(cluster("status").out()).startsWith("cluster c-1, n1 leads, entry 120, ");
    }

    @Test
    void jsonFlagPrintsServerResponse() {
        assertThat(cluster("status", "--json").out()).isEqualTo(STATUS);
    }

    @Test
    void missingLeaderIsReported() {
        server.answers(200, STATUS.replace("\"leader\":\"n1\"", "\"leader\":null"));
        Typed typed = cluster("status");
        assertThat(typed.out()).startsWith("cluster c-1, no leader, term 3").doesNotContain(" 0 ");
        assertThat(typed.code()).isEqualTo(69);
        assertThat(cluster("status", "--json").code()).isEqualTo(69);
    }

    @Test
    void memberProblemIsPrintedBelowTable() {
        server.answers(
                200,
                STATUS.replace(
                        "\"heard_millis\":null}",
                        "\"heard_millis\":null,\"problem\":{\"reason\":\"refused\","
                                + "\"detail\":\"no process listens\"}}"));
        Typed typed = cluster("status");
        assertThat(typed.out()).endsWith("n3 is not connected (refused): no process listens\n");
        assertThat(typed.code()).isZero();
    }

    @Test
    void askedMemberIsShownAsItself() {
        String follower =
                STATUS.replace("\"node\":\"n1\",\"leader\"", "\"node\":\"n2\",\"leader\"");
        server.answers(200, follower);
        assertThat(cluster("status").out())
                .contains("n2    10.0.0.2:6390  follower  3       itself");
    }

    @ParameterizedTest
    @CsvSource({
        "add,n4=h:7000,PUT /v1/cluster/members/n4?address=h%3A7000",
        "remove,n2,DELETE /v1/cluster/members/n2",
        "transfer,n2,POST /v1/cluster/members/n2/lead",
        "replace,n2,POST /v1/cluster/members/n2/replace",
        "replace,n2=h:7000,POST /v1/cluster/members/n2/replace?address=h%3A7000",
    })
    void everyChangeIsOneRequest(String action, String node, String request) {
        Typed typed = cluster(action, node);
        assertThat(typed.code()).isZero();
        assertThat(typed.out()).contains("n1 leads");
        assertThat(server.asked()).containsExactly(request);
    }

    @Test
    void serverErrorDetailIsPrinted() {
        server.answers(409, "{\"error\":\"alone\",\"detail\":\"start it with --peers\"}");
        Typed typed = cluster("add", "n2=h:1");
        assertThat(typed.code()).isEqualTo(70);
        assertThat(typed.err()).contains("start it with --peers");
    }

    @Test
    void missingArgumentsAreReported() {
        assertThat(cluster().code()).isEqualTo(64);
        assertThat(cluster("dance").code()).isEqualTo(64);
        assertThat(cluster("remove").code()).isEqualTo(64);
        Typed nowhere = cluster("add", "n2");
        assertThat(nowhere.code()).isEqualTo(64);
        assertThat(nowhere.err()).contains("n2=HOST:PORT");
        assertThat(server.asked()).isEmpty();
        assertThat(cluster("add", "--help").out()).contains("--join");
    }
}
