package io.holdfast.sim.cluster.raft;

import io.holdfast.sim.Chance;
import io.holdfast.sim.cluster.world.SimProcess;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The disk of one member, which outlives its processes. Writes are durable in their order once
 * their sync has returned. At the death of the process any number of the writes that were not
 * synced are lost, the last ones first.
 */
public final class Disk {

    /** How a disk behaves. */
    public enum Health {
        GOOD,
        SLOW,
        FULL,
        FAILING
    }

    private record Write(Runnable change, Runnable synced) {}

    private final Chance chance;
    private final long syncNanosMax;
    private final Deque<Write> unsynced = new ArrayDeque<>();
    private final List<RaftEntry> log = new ArrayList<>();
    private Health health = Health.GOOD;
    private long term;
    private @Nullable String votedFor;
    private @Nullable StoredSnapshot snapshot;
    private boolean removed;
    private boolean syncing;

    /** True after a failed write: the process writes nothing more. */
    private boolean broken;

    private SortedSet<String> founders = Collections.emptySortedSet();

    /** The highest number of a process that was stored here. */
    private long incarnation;

    public Disk(Chance chance, long syncNanosMax) {
        this.chance = chance;
        this.syncNanosMax = syncNanosMax;
    }

    public void become(Health newHealth) {
        health = newHealth;
    }

    public Health health() {
        return health;
    }

    long term() {
        return term;
    }

    @Nullable
    String votedFor() {
        return votedFor;
    }

    @Nullable
    StoredSnapshot snapshot() {
        return snapshot;
    }

    List<RaftEntry> log() {
        return log;
    }

    /** Returns whether the cluster removed the member of this disk. */
    public boolean isRemoved() {
        return removed;
    }

    public void remove() {
        removed = true;
    }

    /** Returns whether a process has stored anything here. */
    public boolean isUsed() {
        return term > 0 || snapshot != null || !log.isEmpty();
    }

    void vote(
            SimProcess process, long newTerm, @Nullable String vote, Failure failure, Runnable d) {
        write(
                process,
                () -> {
                    term = newTerm;
                    votedFor = vote;
                },
                failure,
                d);
    }

    /** Replaces the end of the log, from the first entry's index. */
    void append(SimProcess process, List<RaftEntry> entries, Failure failure, Runnable synced) {
        write(process, () -> replaceEnd(entries), failure, synced);
    }

    private void replaceEnd(List<RaftEntry> entries) {
        long first = entries.getFirst().index();
        while (!log.isEmpty() && log.getLast().index() >= first) {
            log.removeLast();
        }
        log.addAll(entries);
    }

    /** Stores a snapshot and drops the entries up to the given index. */
    void store(
            SimProcess process,
            StoredSnapshot newer,
            long dropUpTo,
            boolean dropAll,
            Failure failure,
            Runnable synced) {
        write(
                process,
                () -> {
                    snapshot = newer;
                    log.removeIf(entry -> dropAll || entry.index() <= dropUpTo);
                },
                failure,
                synced);
    }

    /** Is told that the files cannot be written any more. */
    interface Failure {
        void failed(IOException cause);
    }

    private void write(SimProcess process, Runnable change, Failure failure, Runnable synced) {
        if (broken) {
            return;
        }
        if (health == Health.FULL) {
            broken = true;
            process.after(0, () -> failure.failed(new IOException("No space left on device")));
            return;
        }
        if (health == Health.FAILING) {
            broken = true;
            // It may be on the disk nevertheless.
            if (chance.coin()) {
                unsynced.add(new Write(change, () -> {}));
            }
            process.after(0, () -> failure.failed(new IOException("Input/output error")));
            return;
        }
        unsynced.add(new Write(change, synced));
        if (!syncing) {
            syncing = true;
            process.after(syncNanos(), () -> sync(process));
        }
    }

    /**
     * Returns a number that no process of this disk has used, and stores it. The process stands
     * still until its sync has returned.
     */
    public long nextIncarnation(long atLeast) throws IOException {
        long own = incarnation + 1;
        long next = atLeast > own ? atLeast + chance.below(1 << 20) : own;
        if (broken || health == Health.FULL) {
            broken = true;
            throw new IOException("No space left on device");
        }
        if (health == Health.FAILING) {
            broken = true;
            incarnation = chance.coin() ? next : incarnation;
            throw new IOException("Input/output error");
        }
        incarnation = next;
        return next;
    }

    private void sync(SimProcess process) {
        syncing = false;
        List<Write> done = new ArrayList<>(unsynced);
        unsynced.clear();
        done.forEach(write -> write.change.run());
        done.forEach(write -> write.synced.run());
        if (!unsynced.isEmpty() && !syncing) {
            syncing = true;
            process.after(syncNanos(), () -> sync(process));
        }
    }

    private long syncNanos() {
        long max = health == Health.SLOW ? syncNanosMax * 50 : syncNanosMax;
        return Math.floorMod(chance.next(), max + 1);
    }

    /** The process has died. */
    public void crash() {
        int kept = chance.coin() ? 0 : chance.below(unsynced.size() + 1);
        for (int i = 0; i < kept; i++) {
            unsynced.remove().change.run();
        }
        unsynced.clear();
        syncing = false;
        broken = false;
    }

    /** Remembers the members of a new cluster, before anything else is stored. */
    public void found(SortedSet<String> members) {
        founders = members;
    }

    public SortedSet<String> founders() {
        return founders;
    }
}
