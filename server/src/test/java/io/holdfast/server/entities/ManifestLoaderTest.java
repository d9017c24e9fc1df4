package io.holdfast.server.entities;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.EntitySpec;
import io.holdfast.core.command.EntityType;
import io.holdfast.core.command.LockRules;
import io.holdfast.core.command.Settings;
import io.holdfast.log.MemoryLog;
import io.holdfast.log.node.Node;
import io.holdfast.log.node.NodeOptions;
import io.holdfast.server.FakeClock;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What reading a manifest does to the state of all. */
final class ManifestLoaderTest {

    private Node node;
    private ManifestLoader loader;

    @BeforeEach
    void start() throws IOException {
        NodeOptions options = new NodeOptions("n1", Settings.DEFAULT, true, true);
        node = Node.start(new MemoryLog(), new FakeClock(), options);
        loader = new ManifestLoader(node);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    private static EntitySpec component(String id) {
        return new EntitySpec(EntityType.COMPONENT, id, id, null, LockRules.OPEN, null);
    }

    private long hashAfter(EntitySpec... manifest) {
        loader.load(List.of(manifest)).join();
        return node.stateHash().join();
    }

    @Test
    void theSameManifestOfAnotherNodeChangesNothing() {
        long first = hashAfter(component("a"), component("b"));
        assertThat(hashAfter(component("a"), component("b"))).isEqualTo(first);
        assertThat(hashAfter(component("a"))).isNotEqualTo(first);
    }
}
