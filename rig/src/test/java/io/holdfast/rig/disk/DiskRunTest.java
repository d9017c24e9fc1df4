package io.holdfast.rig.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.rig.process.Shell;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DiskRunTest {

    @Test
    void memberRestartsAndCatchesUpAfterAFullDisk(@TempDir Path directory) throws Exception {
        assumeTrue(Shell.isRoot(), "only root mounts file systems");
        assertThat(new DiskRun(directory, 1, System.err::println).run()).isEmpty();
    }
}
