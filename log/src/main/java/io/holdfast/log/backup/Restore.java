package io.holdfast.log.backup;

import io.holdfast.core.Machine;
import io.holdfast.core.SnapshotWriter;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.Limits;
import io.holdfast.core.value.Origin;
import io.holdfast.log.Clock;
import io.holdfast.log.engine.Fences;
import io.holdfast.log.engine.SnapshotFrames;
import io.holdfast.log.journal.RestoredDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Creates a new data directory from a backup: a single member with a new cluster id. Clients of the
 * old servers count as disconnected, so their waits end. New fences are above all fences that may
 * have been granted since the backup.
 *
 * @param node the name of the only member
 * @param keepLeases whether leases keep the time that was left when the backup was made; otherwise
 *     the time since then counts, as it does after a restart
 * @param fenceAbove a fence that is known to have been granted; new ones are above it in any case
 */
public record Restore(Path file, Path directory, String node, boolean keepLeases, long fenceAbove) {

    /**
     * The reserve of fences, as a time, on top of the time that has passed by the wall clock: the
     * wall clock may be wrong now, or may have been wrong when the backup was made.
     */
    private static final long SPARED_SECONDS = TimeUnit.DAYS.toSeconds(30);

    private static final int PIECE_BYTES = 128 << 10;

    /** A name that no member can have, so that it never conflicts with one. */
    private static final String NAME = "(restore)";

    /** The result of a restore. */
    public record Done(Description description, long fenceFloor) {}

    /**
     * @throws IOException if the backup is damaged, or the directory is not empty or not writable;
     *     the directory is then unchanged, or contains nothing that a server would start from
     */
    public Done run(Clock clock) throws IOException {
        RestoredDirectory.check(directory);
        Backup backup = Backup.read(file);
        Machine machine = backup.machine();
        long floor = fenceFloor(machine, clock.wallMillis());
        long wallMillis = keepLeases
                ? Math.max(clock.wallMillis(), machine.wallMillis())
                : machine.wallMillis();
        begin(machine, floor, wallMillis);
        SnapshotWriter writer = machine.snapshot();
        RestoredDirectory.write(directory, node, () -> framed(writer));
        return new Done(backup.description(), floor);
    }

    private static byte @Nullable [] framed(SnapshotWriter writer) {
        byte[] piece = writer.next(PIECE_BYTES);
        return piece == null ? null : SnapshotFrames.frame(piece);
    }

    private long fenceFloor(Machine machine, long wallMillis) throws IOException {
        long seconds = Math.max(wallMillis, machine.wallMillis()) / 1000;
        long known = Math.max(fenceAbove, Math.max(Fences.of(seconds), machine.fence()));
        long floor = known + Fences.of(SPARED_SECONDS);
        if (known >= Limits.FENCE_MAX || floor >= Limits.FENCE_MAX) {
            throw new IOException("No fences are left above " + known + " and the reserve");
        }
        return floor;
    }

    /** Declares all earlier processes lost. */
    private static void begin(Machine machine, long fenceFloor, long wallMillis) {
        long incarnation = machine.nextIncarnation(NAME, 1);
        List<Command<?>> commands = new ArrayList<>();
        commands.add(new MemberCommand.Started(NAME, incarnation, 0, fenceFloor));
        for (MemberProcess life : machine.lives()) {
            commands.add(new MemberCommand.Lost(life.member(), life.incarnation()));
        }
        commands.add(new MemberCommand.Lost(NAME, incarnation));
        List<Proposal> proposals = new ArrayList<>();
        for (Command<?> command : commands) {
            Origin origin = new Origin(NAME, incarnation, proposals.size() + 1);
            proposals.add(new Proposal(origin, Actor.MEMBER, null, command));
        }
        machine.apply(new Batch(machine.nowNanos(), wallMillis, proposals));
    }
}
