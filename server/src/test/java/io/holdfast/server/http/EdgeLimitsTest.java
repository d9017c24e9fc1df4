package io.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.server.Ways;
import io.holdfast.server.net.Binding;
import java.util.List;
import org.junit.jupiter.api.Test;

class EdgeLimitsTest {

    private static EdgeLimits limits(
            int head, int path, int body, int readAhead, int connections, int perAddress) {
        return new EdgeLimits(
                head, 64, path, body, readAhead, 1, 1, 1, 0, 0, 0, connections, perAddress);
    }

    @Test
    void relationsBetweenLimitsAreChecked() {
        assertThatThrownBy(() -> limits(1024, 1024, 1, 4096, 0, 0))
                .hasMessageContaining("part of the head");
        assertThatThrownBy(() -> limits(4096, 1024, 1, 1024, 0, 0))
                .hasMessageContaining("a whole head");
        assertThatThrownBy(() -> limits(4096, 1024, 1, 4096, 10, 11))
                .hasMessageContaining("all together");
        assertThatThrownBy(() -> limits(4096, 1024, EdgeLimits.BODY_CEILING_BYTES + 1, 4096, 0, 0))
                .hasMessageContaining("body limit");
    }

    @Test
    void noCapMeansTheMaximum() {
        assertThat(EdgeLimits.DEFAULT.connectionsMax()).isEqualTo(Binding.CONNECTIONS_CEILING);
    }

    @Test
    void defaultSizesAreThoseOfTheSecurityChecklist() {
        assertThat(EdgeLimits.DEFAULT.headMaxBytes()).isEqualTo(8192);
        assertThat(EdgeLimits.DEFAULT.headersMax()).isEqualTo(64);
        assertThat(EdgeLimits.DEFAULT.pathMaxBytes()).isEqualTo(2048);
        assertThat(EdgeLimits.DEFAULT.bodyMaxBytes()).isEqualTo(65536);
    }

    @Test
    void policyNeverShowsItsToken() {
        EdgePolicy policy = new EdgePolicy(Ways.shared("s3cret"), List.of(), 0, 0, List.of());
        assertThat(policy.toString()).doesNotContain("s3cret");
        assertThatThrownBy(() -> Ways.shared(" ")).hasMessageContaining("token is empty");
    }
}
