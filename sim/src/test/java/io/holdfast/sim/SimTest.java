package io.holdfast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.outcome.EntityLockRefusal;
import io.holdfast.core.outcome.EntityRegistrationRefusal;
import io.holdfast.core.outcome.EntityWriteRefusal;
import io.holdfast.core.outcome.LockRefusal;
import io.holdfast.core.outcome.NodeRefusal;
import io.holdfast.core.outcome.NodeVerdict;
import io.holdfast.core.outcome.PoolRefusal;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.Space;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SimTest {

    private static final long COMMANDS = Long.getLong("sim.commands", 1_000_000L);
    private static final long SEED = Long.decode(System.getProperty("sim.seed", "0x5eed0000"));

    /** Only the engine refuses with these; the machine never does. */
    private static final Set<Refusal> NOT_THE_MACHINES = EnumSet.of(
            Refusal.STORAGE_FAILED,
            Refusal.OVERLOADED,
            Refusal.NO_LEADER,
            Refusal.REMOVED,
            Refusal.UPGRADING);

    /** Refusals of histories with a memory budget. */
    private static final Set<Refusal> NOT_DRAWN = EnumSet.of(Refusal.STATE_FULL);

    @Test
    void randomHistoriesAgreeWithTheModelAndBreakNoInvariant() {
        Episode episode = new Episode();
        String found = new Campaign(episode, Campaign.STEPS).run(SEED, COMMANDS);
        assertThat(found).as("seed 0x%x, %d commands", SEED, COMMANDS).isEmpty();
        assertThat(episode.marks().hits()).as("covered cases").containsKeys(marks());
    }

    @Test
    void fullStateRefusesOnlyWhatTakesMemory() {
        Episode episode = Episode.withBudget();
        String found = new Campaign(episode, Campaign.STEPS).run(SEED, COMMANDS / 20);
        assertThat(found).as("seed 0x%x, %d commands", SEED, COMMANDS / 20).isEmpty();
        assertThat(episode.marks().hits())
                .containsKeys("refused STATE_FULL", "Renewed", "Done", "Granted");
    }

    @Test
    void formerlyFailingSeedsPass() throws IOException {
        for (String line : Files.readAllLines(Path.of("seeds.txt"))) {
            if (!line.startsWith("#") && !line.isBlank()) {
                long seed = Long.decode(line.split("\\s+")[0]);
                Episode.Result result = new Episode().run(seed, Campaign.STEPS);
                assertThat(result.failure()).as(line).isEmpty();
            }
        }
    }

    private static String[] marks() {
        List<String> marks = new ArrayList<>(List.of(
                "Granted",
                "Queued",
                "TimedOut",
                "Renewed",
                "Opened",
                "Done",
                "NotHeld",
                "repeat gets the first answer",
                "repeat joins the first",
                "remembered outcome is dropped",
                "wait is handed over: ABANDONED",
                "wait is handed over: DRAINING",
                "place outlives its call: ABANDONED",
                "place outlives its call: DRAINING",
                "uncollected grant expires",
                "uncollected grant is given back",
                "waiter past its deadline is skipped",
                "waiter of a dead session is skipped",
                "hang-up of a shared answer",
                "unseen grant is passed on",
                "undelivered grant is passed on",
                "undelivered slot is passed on",
                "grants outlive their session",
                "key forgotten",
                "Lent",
                "Pool",
                "pool shrinks below its leases",
                "pool resize exceeds the lease quota",
                "borrow is handed over: ABANDONED",
                "unseen slot is passed on",
                "Claimed",
                "ClaimRefused",
                "new claim ends a grace period",
                "claim is not queued",
                "finished claims make room for data",
                "finished claims reach the limit"));
        for (ClaimStatus status : ClaimStatus.values()) {
            if (status != ClaimStatus.WAITING) {
                marks.add("claim " + status);
            }
        }
        marks.addAll(marksOfEntitiesAndNodes());
        for (Space space : Space.values()) {
            marks.add("broken: " + space);
        }
        marks.add("grant ended: CANCELLED");
        marks.add("wait ended: CANCELLED");
        marks.addAll(marksOfRefusals());
        for (String end : List.of(
                "RELEASED", "EXPIRED", "SESSION_ENDED", "ABANDONED", "DELETED", "UNDELIVERED")) {
            marks.add("grant ended: " + end);
        }
        for (String end :
                List.of("TIMED_OUT", "SESSION_ENDED", "ABANDONED", "DRAINED", "DELETED")) {
            marks.add("wait ended: " + end);
        }
        for (String end : List.of("CLOSED", "IDLE", "NODE_GONE", "DRAINED")) {
            marks.add("session ended: " + end);
        }
        return marks.toArray(String[]::new);
    }

    private static List<String> marksOfRefusals() {
        List<String> marks = new ArrayList<>();
        Set<Refusal> refusals = EnumSet.complementOf(EnumSet.copyOf(NOT_THE_MACHINES));
        refusals.removeAll(NOT_DRAWN);
        for (Refusal refusal : refusals) {
            marks.add("refused " + refusal);
        }
        for (LockRefusal refusal : LockRefusal.values()) {
            marks.add("refused " + refusal);
        }
        for (PoolRefusal refusal : PoolRefusal.values()) {
            marks.add("refused " + refusal);
        }
        return marks;
    }

    private static List<String> marksOfEntitiesAndNodes() {
        List<String> marks = new ArrayList<>(List.of(
                "EntityLocked",
                "entity missing",
                "entity of other type",
                "entity lock expires",
                "entity lock broken",
                "retired entity is restored"));
        for (EntityLockRefusal refusal : EntityLockRefusal.values()) {
            marks.add("entity " + refusal);
        }
        for (EntityWriteRefusal refusal : EntityWriteRefusal.values()) {
            marks.add("entity " + refusal);
        }
        for (EntityRegistrationRefusal refusal : EntityRegistrationRefusal.values()) {
            marks.add("entity " + refusal);
        }
        marks.addAll(List.of(
                "NodeChanged",
                "NodeRefused",
                "node lease expires",
                "node reservation expires",
                "node is dormant",
                "node reservation becomes a lease",
                "node extension is capped",
                "node held by another dispatch",
                "node keeps the edge of its lease",
                "node status finds another's lease"));
        for (NodeVerdict verdict : NodeVerdict.values()) {
            marks.add("node " + verdict);
        }
        for (NodeRefusal refusal : EnumSet.complementOf(EnumSet.of(NodeRefusal.EDGES_MAX))) {
            marks.add("node " + refusal);
        }
        return marks;
    }
}
