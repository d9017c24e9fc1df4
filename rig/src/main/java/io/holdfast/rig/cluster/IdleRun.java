package io.holdfast.rig.cluster;

import io.holdfast.rig.group.Group;
import io.holdfast.rig.group.Layout;
import io.holdfast.rig.group.Loopback;
import io.holdfast.rig.group.Member;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Looks for followers that stop applying entries: starts new clusters under load, in which every
 * member must apply what the others apply.
 *
 * @param seconds the time that each cluster is under load
 */
public record IdleRun(int nodes, int runs, int seconds, int clients, long seed) {

    private static final long HEALTHY_SECONDS_MAX = 90;

    /** A member is idle after this many checks without progress while another member progressed. */
    private static final int LOOKS_IDLE = 3;

    /** The result. */
    public record Report(int runs, long operations, List<String> idle) {

        public Report {
            idle = List.copyOf(idle);
        }

        @Override
        public String toString() {
            return runs + " clusters under load, " + operations + " operations, " + idle.size()
                    + " idle followers " + idle;
        }
    }

    public Report run(Path directory, Consumer<String> say)
            throws IOException, InterruptedException {
        Random random = new Random(seed);
        List<String> idle = new ArrayList<>();
        long operations = 0;
        for (int run = 0; run < runs; run++) {
            Path own = directory.resolve("run-" + run);
            try (Group group = new Group(Layout.of(nodes), new Loopback(), own)) {
                group.start();
                group.watch().awaitHealthy(HEALTHY_SECONDS_MAX);
                try (Load load = new Load(group, "i" + run, clients, random.nextLong())) {
                    List<String> found = watch(group);
                    load.close();
                    operations += load.operations();
                    say.accept("run " + (run + 1) + ": " + load.operations() + " operations, "
                            + (found.isEmpty() ? "no idle followers" : found + " idle"));
                    int number = run + 1;
                    found.forEach(name -> idle.add("run " + number + ": " + name));
                }
            }
        }
        return new Report(runs, operations, idle);
    }

    private List<String> watch(Group group) throws InterruptedException {
        List<Member> members = group.members();
        long[] last = new long[members.size()];
        int[] still = new int[members.size()];
        List<String> idle = new ArrayList<>();
        for (int second = 0; second < seconds; second++) {
            Thread.sleep(1_000);
            boolean anyMoved = false;
            boolean[] moved = new boolean[members.size()];
            for (int i = 0; i < members.size(); i++) {
                long applied = group.watch().applied(members.get(i));
                moved[i] = applied > last[i];
                anyMoved |= moved[i];
                last[i] = Math.max(last[i], applied);
            }
            for (int i = 0; i < members.size(); i++) {
                still[i] = anyMoved && !moved[i] ? still[i] + 1 : 0;
                String name = members.get(i).name();
                if (still[i] >= LOOKS_IDLE && !idle.contains(name)) {
                    idle.add(name);
                }
            }
        }
        return idle;
    }
}
