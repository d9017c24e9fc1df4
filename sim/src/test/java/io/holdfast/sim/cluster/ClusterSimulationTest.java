package io.holdfast.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.sim.Marks;
import io.holdfast.sim.cluster.Simulation.Result;
import io.holdfast.sim.cluster.member.Plants;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The whole cluster in one thread: a fixed set of seeds, and every seed that once failed. */
final class ClusterSimulationTest {

    private static final long SEEDS = 40;

    /** Rare events that these seeds must reach, besides every kind of fault. */
    private static final List<String> MARKS = List.of(
            "Lost with undelivered grants",
            "RaiseFormat",
            "answered as unknown",
            "batch committed twice",
            "call abandoned",
            "connection of the line protocol lost",
            "credential of a waiting client revoked",
            "directory of another cluster refused",
            "leader elected",
            "member added",
            "member of an older release",
            "member removed",
            "member replaced",
            "refused: DRAINING",
            "refused: NO_LEADER",
            "refused: STORAGE_FAILED",
            "retried with the same request id",
            "several members in one entry",
            "waiting claim became active");

    @Test
    void fixedSeedsFindNothingAndReachEveryRareBranch() {
        Campaign campaign = new Campaign(Plants.NONE);
        for (long seed = 1; seed <= SEEDS && campaign.failure() == null; seed++) {
            campaign.run(seed);
        }
        assertThat(campaign.report()).isEqualTo("nothing found");
        Marks marks = campaign.marks();
        Set<String> wanted = new TreeSet<>(MARKS);
        for (Fault.Kind kind : Fault.Kind.values()) {
            wanted.add("fault " + kind);
        }
        assertThat(marks.hits().keySet()).containsAll(wanted);
    }

    @Test
    void seedsThatOnceFailedFindNothing() throws IOException {
        Campaign campaign = new Campaign(Plants.NONE);
        for (String line : seeds()) {
            if (!line.isBlank() && !line.startsWith("#")) {
                campaign.run(Long.decode(line.split(" ", 2)[0]));
            }
        }
        assertThat(campaign.report()).isEqualTo("nothing found");
    }

    private static List<String> seeds() throws IOException {
        try (InputStream in = Objects.requireNonNull(
                ClusterSimulationTest.class.getResourceAsStream("seeds.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    @Test
    void sameSeedGivesTheSameHistory() {
        StringBuilder first = new StringBuilder();
        StringBuilder second = new StringBuilder();
        Result one = run(first);
        Result other = run(second);
        assertThat(second.toString()).isEqualTo(first.toString());
        assertThat(other.messages()).isEqualTo(one.messages());
    }

    private static Result run(StringBuilder trace) {
        return new Simulation(Options.of(7), Plants.NONE)
                .tracing(line -> trace.append(line).append('\n'))
                .run();
    }

    @Test
    void failureIsMadeSmallAndCanBeRepeated() {
        Plants bug = Objects.requireNonNull(
                PlantedBugs.all().get("reads are answered from the applied state"));
        Campaign campaign = new Campaign(bug);
        for (long seed = 1; seed <= SEEDS && campaign.failure() == null; seed++) {
            campaign.run(seed);
        }
        Result found = Objects.requireNonNull(campaign.failure());
        Result small = campaign.shrink(found);
        assertThat(small.failed()).isTrue();
        assertThat(small.options().faults().size())
                .isLessThanOrEqualTo(found.options().faults().size());
        assertThat(new Simulation(small.options(), bug).run().findings())
                .isEqualTo(small.findings());
    }
}
