package io.holdfast.sim.cluster.member;

import io.holdfast.log.Clock;
import io.holdfast.log.CommitLog;
import io.holdfast.log.engine.Engine;
import io.holdfast.log.engine.EngineOptions;
import io.holdfast.log.engine.EngineState;
import io.holdfast.sim.Chance;
import io.holdfast.sim.cluster.raft.Disk;
import io.holdfast.sim.cluster.raft.Peers;
import io.holdfast.sim.cluster.raft.RaftNode;
import io.holdfast.sim.cluster.raft.RaftOptions;
import io.holdfast.sim.cluster.raft.Witness;
import io.holdfast.sim.cluster.world.Events;
import io.holdfast.sim.cluster.world.Network;
import io.holdfast.sim.cluster.world.SimClock;
import io.holdfast.sim.cluster.world.SimProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One member: a disk, and one process after the other with the real engine. */
public final class SimMember {

    public static final long WALL_MILLIS = 1_800_000_000_000L;
    private static final long MILLI_NANOS = 1_000_000L;
    private static final long EXIT_NANOS_MAX = 1_000_000_000L;
    private static final long STOP_NANOS_MAX = 10_000_000_000L;
    private static final long LOOK_NANOS = 20 * MILLI_NANOS;

    /** What all members have in common. */
    public record Setting(
            String cluster,
            Events events,
            Network network,
            Peers peers,
            SimLog.Neighbours neighbours,
            Witness witness,
            Applied applied,
            RaftOptions raft,
            int snapshotEntries,
            int ratePpmMax,
            long syncNanosMax,
            Plants plants) {}

    /** Is told what each engine has applied. */
    public interface Applied {
        void applied(SimMember member, long index);
    }

    private final String name;
    private final Setting setting;
    private final Chance chance;
    private EngineOptions options;
    private Disk disk;
    private long wallOffsetMillis;
    private @Nullable SimProcess process;
    private @Nullable SimLog log;
    private @Nullable Engine engine;
    private int starts;

    public SimMember(String name, Setting setting, Chance chance, EngineOptions options) {
        this.name = name;
        this.setting = setting;
        this.chance = chance;
        this.options = options;
        this.disk = new Disk(chance.fork(0), setting.syncNanosMax());
    }

    public String name() {
        return name;
    }

    public Disk disk() {
        return disk;
    }

    public @Nullable SimLog log() {
        return log;
    }

    public @Nullable SimProcess process() {
        return process;
    }

    /** Returns whether its process is one of the cluster's own. */
    public boolean isOf(String cluster) {
        SimLog running = log;
        return running != null && running.place().cluster().equals(cluster);
    }

    /** Installs another release, from the next start on. */
    public void upgrade(int formatMax) {
        options = options.withFormatMax(formatMax);
    }

    public EngineOptions options() {
        return options;
    }

    /** Returns the engine; null if the member is down. */
    public @Nullable Engine engine() {
        return engine;
    }

    public int formatMax() {
        return options.formatMax();
    }

    public boolean isUp() {
        return process != null;
    }

    /** Returns whether it is up, not paused, and accepts clients' calls. */
    public boolean serves() {
        SimProcess running = process;
        Engine current = engine;
        return running != null
                && !running.isPaused()
                && current != null
                && current.state() == EngineState.RUNNING;
    }

    /**
     * Starts a process.
     *
     * @param founders the members of a new cluster; empty to wait for a leader
     */
    public void start(SortedSet<String> founders) {
        if (!founders.isEmpty()) {
            disk.found(founders);
        }
        start(disk.founders(), setting, disk);
    }

    /** Starts a process of another cluster under this member's name and address. */
    public void startAlone(String otherCluster) {
        Setting alone = new Setting(
                otherCluster,
                setting.events(),
                setting.network(),
                setting.peers(),
                setting.neighbours(),
                Witness.NONE,
                (member, index) -> {},
                setting.raft(),
                setting.snapshotEntries(),
                setting.ratePpmMax(),
                setting.syncNanosMax(),
                setting.plants());
        SortedSet<String> self = new TreeSet<>(Set.of(name));
        start(self, alone, new Disk(chance.fork(7), setting.syncNanosMax()));
    }

    private void start(SortedSet<String> founders, Setting setting, Disk used) {
        starts++;
        SimProcess started = new SimProcess(setting.events());
        SimClock own = new SimClock(
                setting.events(),
                started,
                chance.between(-(1L << 50), 1L << 50),
                chance.between((long) -setting.ratePpmMax(), setting.ratePpmMax()),
                this::wallMillis);
        Clock clock = setting.plants().clock(name, own);
        RaftNode.Place place = new RaftNode.Place(
                name,
                setting.cluster(),
                setting.raft(),
                clock,
                chance.fork(starts),
                setting.events(),
                setting.network(),
                started,
                used,
                setting.peers(),
                setting.witness());
        SimLog opened = new SimLog(
                place,
                founders,
                setting.neighbours(),
                options.formatMax(),
                setting.snapshotEntries());
        opened.onApplied(index -> setting.applied().applied(this, index));
        CommitLog seen = setting.plants().log(name, opened);
        Engine created = new Engine(seen, clock, options);
        process = started;
        log = opened;
        engine = created;
        try {
            created.openLog();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        created.failure().thenAccept(cause -> exit(started, EXIT_NANOS_MAX));
        started.after(0, () -> beginOnceKnown(started, opened, created));
    }

    private long wallMillis() {
        return WALL_MILLIS + wallOffsetMillis + setting.events().nowNanos() / MILLI_NANOS;
    }

    /**
     * A log in production opens only when there is a leader and this member is one of the group.
     */
    private static void beginOnceKnown(SimProcess started, SimLog opened, Engine created) {
        if (created.failure().isDone()) {
            return;
        }
        if (opened.node().leader() != null && opened.node().isMember()) {
            created.begin()
                    .thenRun(() -> started.after(0, created::serve))
                    .exceptionally(problem -> null);
        } else {
            started.after(LOOK_NANOS, () -> beginOnceKnown(started, opened, created));
        }
    }

    private void exit(SimProcess ending, long nanosMax) {
        setting.events().after(chance.between(0, nanosMax), () -> {
            if (process == ending) {
                kill();
            }
        });
    }

    /** Ends the process as kill -9 does. */
    public void kill() {
        SimProcess running = process;
        if (running != null) {
            running.kill();
            disk.crash();
            process = null;
            log = null;
            engine = null;
        }
    }

    /** Stops the process as an operator does; it ends by itself, or is killed after a while. */
    public void stop() {
        SimProcess running = process;
        Engine current = engine;
        if (running != null && current != null) {
            running.run(() ->
                    current.drain().whenComplete((done, problem) -> exit(running, EXIT_NANOS_MAX)));
            setting.events().after(STOP_NANOS_MAX, () -> exit(running, 0));
        }
    }

    /** Gives the member an empty disk; its process ends. */
    public void wipe() {
        kill();
        disk = new Disk(chance.fork(1_000 + starts), setting.syncNanosMax());
    }

    public void jumpWall(long millis) {
        wallOffsetMillis += millis;
    }
}
