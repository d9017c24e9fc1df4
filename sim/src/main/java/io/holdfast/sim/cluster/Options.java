package io.holdfast.sim.cluster;

import io.holdfast.core.command.ClaimsSettings;
import io.holdfast.core.command.NodesSettings;
import io.holdfast.core.command.Settings;
import io.holdfast.sim.Chance;
import io.holdfast.sim.cluster.client.SimClient.Habits;
import io.holdfast.sim.cluster.raft.RaftOptions;
import io.holdfast.sim.cluster.world.Network.Quality;

import java.util.ArrayList;
import java.util.List;

/** All settings of one simulated history, drawn from its seed. */
public record Options(
        long seed,
        int members,
        int clients,
        long faultNanos,
        Habits habits,
        RaftOptions raft,
        Quality network,
        long lostNanos,
        long patienceNanos,
        int snapshotEntries,
        int ratePpmMax,
        long syncNanosMax,
        boolean oldRelease,
        List<Fault> faults) {

    private static final long MICRO = 1_000L;
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;

    /** Separates the draw of this kind of history from those of the settings. */
    private static final long LOST_WAITERS = 5;

    public Options {
        faults = List.copyOf(faults);
    }

    /** Draws the settings. */
    public static Options of(long seed) {
        Chance chance = new Chance(seed);
        int members = chance.perMille(300) ? 5 : 3;
        boolean lostWaiters = chance.fork(LOST_WAITERS).perMille(100);
        long faultNanos = lostWaiters ? 40 * SECOND : chance.between(8, 40) * SECOND;
        long electionMin = chance.between(300, 900) * MILLI;
        RaftOptions raft = new RaftOptions(
                electionMin,
                electionMin * 2,
                electionMin / 4,
                chance.perMille(600),
                electionMin * (chance.perMille(200) ? 20 : 3),
                chance.perMille(300) ? chance.between(0, 60 * MILLI) : chance.between(0, MILLI),
                chance.between(1, 40));
        Quality network = new Quality(
                50 * MICRO,
                chance.between(200 * MICRO, chance.perMille(300) ? 40 * MILLI : 4 * MILLI),
                chance.perMille(400) ? chance.between(1, 30) : 0,
                chance.between(50, 900) * MILLI,
                chance.perMille(300) ? chance.between(1, 30) : 0,
                chance.perMille(300) ? chance.between(1, 30) : 0);
        return new Options(
                seed,
                members,
                chance.between(6, 14),
                faultNanos,
                lostWaiters ? patientHabits(chance) : habits(chance),
                raft,
                network,
                chance.between(3, lostWaiters ? 6 : 10) * SECOND,
                chance.between(2, 10) * SECOND,
                chance.between(20, 400),
                chance.perMille(700) ? 4_900 : 0,
                chance.between(100 * MICRO, 8 * MILLI),
                chance.perMille(250),
                lostWaiters ? mutes(chance, faultNanos) : faults(chance, faultNanos));
    }

    /** Returns habits with waits that outlast the loss of their member, and leases that do too. */
    private static Habits patientHabits(Chance chance) {
        return new Habits(
                1,
                chance.between(20, 600) * MILLI,
                chance.between(3, 8) * SECOND,
                20 * SECOND,
                15 * SECOND,
                25 * SECOND,
                1_000,
                0,
                0,
                25 * SECOND,
                chance.between(2, 6) * SECOND);
    }

    /** Returns times in which a member receives everything and no message of it arrives. */
    private static List<Fault> mutes(Chance chance, long untilNanos) {
        List<Fault> faults = new ArrayList<>();
        for (long nanos = 3 * SECOND;
                nanos < untilNanos - 8 * SECOND;
                nanos += chance.between(9, 13) * SECOND) {
            long lasts = chance.between(5, 8) * SECOND;
            faults.add(new Fault(Fault.Kind.MUTE, nanos, lasts, chance.next()));
        }
        return faults;
    }

    private static Habits habits(Chance chance) {
        long ttlMin = chance.between(1_000, 4_000) * MILLI;
        return new Habits(
                chance.between(1, 3),
                chance.between(20, 600) * MILLI,
                chance.between(50, 1_500) * MILLI,
                chance.between(500, 6_000) * MILLI,
                ttlMin,
                ttlMin + chance.between(1, 8_000) * MILLI,
                chance.perMille(200) ? 1_000 : chance.between(300, 950),
                chance.between(0, 200),
                chance.between(0, 150),
                chance.between(6, 12) * SECOND,
                chance.between(2, 6) * SECOND);
    }

    private static List<Fault> faults(Chance chance, long untilNanos) {
        List<Fault.Kind> kinds = new ArrayList<>();
        for (Fault.Kind kind : Fault.Kind.values()) {
            if (chance.perMille(350)) {
                kinds.add(kind);
            }
        }
        List<Fault> faults = new ArrayList<>();
        long gapMax = chance.between(500, 6_000) * MILLI;
        long nanos = 2 * SECOND;
        while (!kinds.isEmpty() && nanos < untilNanos) {
            long lasts = chance.coin()
                    ? chance.between(50, 2_000) * MILLI
                    : chance.between(1, 14) * SECOND;
            Fault.Kind kind = kinds.get(chance.below(kinds.size()));
            faults.add(new Fault(kind, nanos, Math.min(lasts, untilNanos - nanos), chance.next()));
            nanos += chance.between(1, gapMax);
        }
        return faults;
    }

    public Options with(List<Fault> fewer) {
        return new Options(
                seed,
                members,
                clients,
                faultNanos,
                habits,
                raft,
                network,
                lostNanos,
                patienceNanos,
                snapshotEntries,
                ratePpmMax,
                syncNanosMax,
                oldRelease,
                fewer);
    }

    public Options withClients(int fewer) {
        return new Options(
                seed,
                members,
                fewer,
                faultNanos,
                habits,
                raft,
                network,
                lostNanos,
                patienceNanos,
                snapshotEntries,
                ratePpmMax,
                syncNanosMax,
                oldRelease,
                faults);
    }

    public Options until(long newFaultNanos) {
        List<Fault> left =
                faults.stream().filter(fault -> fault.atNanos() < newFaultNanos).toList();
        return new Options(
                seed,
                members,
                clients,
                newFaultNanos,
                habits,
                raft,
                network,
                lostNanos,
                patienceNanos,
                snapshotEntries,
                ratePpmMax,
                syncNanosMax,
                oldRelease,
                left);
    }

    Settings settings() {
        NodesSettings nodes = NodesSettings.DEFAULT;
        Settings known = new Settings(
                Settings.DEFAULT.defaultTtlNanos(),
                habits.sessionIdleNanos(),
                20 * SECOND,
                true,
                1_000,
                100,
                1_000,
                1_000,
                120 * SECOND,
                10_000);
        return known.with(new NodesSettings(
                        habits.nodeTtlNanos(),
                        habits.nodeTtlNanos() * 4,
                        SECOND,
                        nodes.claimableTypes(),
                        nodes.claimingStatuses(),
                        nodes.nodesMax(),
                        nodes.textBytesMax(),
                        nodes.textBytesTotalMax()))
                .with(claims());
    }

    private static ClaimsSettings claims() {
        return ClaimsSettings.DEFAULT;
    }

    /** Returns the settings and the schedule as text. */
    public String text() {
        StringBuilder text = new StringBuilder();
        text.append(members)
                .append(" members, ")
                .append(clients)
                .append(" clients, faults for ")
                .append(faultNanos / MILLI)
                .append(" ms\n");
        text.append(habits)
                .append('\n')
                .append(raft)
                .append('\n')
                .append(network)
                .append('\n');
        text.append("lost after ")
                .append(lostNanos / MILLI)
                .append(" ms, patience ")
                .append(patienceNanos / MILLI)
                .append(" ms, snapshots every ")
                .append(snapshotEntries)
                .append(" entries\n");
        faults.forEach(fault -> text.append("  ").append(fault).append('\n'));
        return text.toString();
    }
}
