package io.holdfast.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.log.PeerProblems.Problem;
import io.holdfast.log.PeerProblems.Reason;
import org.junit.jupiter.api.Test;

final class PeerProblemsTest {

    private final PeerProblems problems = new PeerProblems(Clock.SYSTEM);

    @Test
    void problemStaysUntilThePeerIsConnected() {
        problems.report("n2", Reason.REFUSED, "no process listens at 127.0.0.1:1");
        problems.report("n1", Reason.TLS, "certificate expired");
        problems.report("n2", Reason.OTHER_CLUSTER, "it belongs to another cluster");
        assertThat(problems.all())
                .containsExactly(
                        new Problem("n1", Reason.TLS, "certificate expired"),
                        new Problem("n2", Reason.OTHER_CLUSTER, "it belongs to another cluster"));
        problems.clear("n2");
        problems.clear("n3");
        assertThat(problems.all()).extracting(Problem::peer).containsExactly("n1");
        assertThat(Reason.OTHER_CLUSTER.code()).isEqualTo("other_cluster");
    }
}
