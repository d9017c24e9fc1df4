package io.holdfast.log.backup;

import io.holdfast.core.Machine;
import io.holdfast.core.SnapshotWriter;
import io.holdfast.core.command.Actor;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.Limits;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Origin;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.log.Clock;
import io.holdfast.log.node.Fences;
import io.holdfast.log.node.SnapshotFrames;
import io.holdfast.log.raft.RestoredDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes a fresh data directory from a backup: a group of one with an id of its own. Nobody who was
 * connected to the old servers is connected any more, so that their waits end. Fences rise above
 * all that may have been given since.
 *
 * @param node the name of the only member
 * @param keepLeases whether leases go on with the time that they had left when the backup was made;
 *     otherwise the time since then counts, as it does over a restart
 * @param fenceAbove a fence that is known to have been given; new ones are above it in any case
 */
public record Restore(Path file, Path directory, String node, boolean keepLeases, long fenceAbove) {

    /**
     * The fences of so much time are left out, beside those of the time that has passed by the wall
     * clock: it may be wrong, now or when the backup was made.
     */
    private static final long SPARED_SECONDS = TimeUnit.DAYS.toSeconds(30);

    private static final int PIECE_BYTES = 128 << 10;

    /** No node can have this name, so that it takes nobody's place. */
    private static final String NAME = "(restore)";

    /** What was done. */
    public record Done(Description description, long fenceFloor) {}

    /**
     * @throws IOException where the backup is damaged, the directory is not empty, or it cannot be
     *     written; the directory is then as it was, or holds nothing that a server would start from
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
            throw new IOException("There are no fences above " + known + " and its reserve");
        }
        return floor;
    }

    /** The state begins anew: no process of before is alive. */
    private static void begin(Machine machine, long fenceFloor, long wallMillis) {
        long incarnation = machine.nextIncarnation(NAME, 1);
        List<Command> commands = new ArrayList<>();
        commands.add(new MemberCommand.Started(NAME, incarnation, 0, fenceFloor));
        for (MemberProcess life : machine.lives()) {
            commands.add(new MemberCommand.Lost(life.node(), life.incarnation()));
        }
        commands.add(new MemberCommand.Lost(NAME, incarnation));
        List<Proposal> proposals = new ArrayList<>();
        for (Command command : commands) {
            Origin origin = new Origin(NAME, incarnation, proposals.size() + 1);
            proposals.add(new Proposal(origin, Actor.NODE, null, command));
        }
        machine.apply(new Batch(machine.nowNanos(), wallMillis, proposals));
    }
}
