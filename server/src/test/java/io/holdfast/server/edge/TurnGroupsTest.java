package io.holdfast.server.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TurnGroupsTest {

    private static final int WATCHERS = 15_000;
    private static final int GROUP_MAX = 256;

    private final Queue<Runnable> tasks = new ArrayDeque<>();

    @Test
    void callerPassesNoneAndEachTurnOfTheLoopPassesOneGroup() {
        List<Integer> all = IntStream.range(0, WATCHERS).boxed().toList();
        List<Integer> passed = new ArrayList<>();
        TurnGroups.pass(tasks::add, all.iterator(), GROUP_MAX, passed::addAll);

        assertThat(passed).as("passed by the caller, which is the lane").isEmpty();
        int turns = 0;
        while (!tasks.isEmpty()) {
            int before = passed.size();
            tasks.remove().run();
            assertThat(passed.size() - before).isLessThanOrEqualTo(GROUP_MAX);
            turns += passed.size() > before ? 1 : 0;
        }
        assertThat(passed).isEqualTo(all);
        assertThat(turns).isEqualTo((WATCHERS + GROUP_MAX - 1) / GROUP_MAX);
    }
}
