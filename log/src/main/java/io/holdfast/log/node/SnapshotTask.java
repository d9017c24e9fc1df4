package io.holdfast.log.node;

import io.holdfast.core.SnapshotWriter;
import io.holdfast.log.SnapshotSink;

import java.util.ArrayDeque;

/**
 * Writes a snapshot piece by piece. A piece is made in the lane, in a millisecond or two, and the
 * next one only when its taker has it; batches go on in between. One at a time: the machine can be
 * asked for one instant only, so that another one waits its turn, and is then of a later instant.
 */
final class SnapshotTask {

    private static final int PIECE_BYTES = 128 << 10;

    private final Lane lane;
    private final ArrayDeque<Start> waiting = new ArrayDeque<>();
    private boolean running;

    SnapshotTask(Lane lane) {
        this.lane = lane;
    }

    /** Begins a snapshot of the state as it is when its turn has come. */
    interface Start {
        Begun begin();
    }

    /** A snapshot of one instant, and who takes it. */
    record Begun(SnapshotWriter writer, long index, SnapshotSink sink) {}

    void begin(Start beginning) {
        if (running) {
            waiting.add(beginning);
        } else {
            running = true;
            step(beginning.begin());
        }
    }

    @SuppressWarnings(
            "FutureReturnValueIgnored") // Both ends of each future come back into the lane.
    private void step(Begun snapshot) {
        byte[] piece = snapshot.writer.next(PIECE_BYTES);
        if (piece == null) {
            snapshot.sink
                    .complete(snapshot.index)
                    .whenComplete((done, problem) -> lane.run(this::end));
            return;
        }
        snapshot.sink
                .write(SnapshotFrames.frame(piece))
                .whenComplete((done, problem) -> lane.run(() -> {
                    if (problem == null) {
                        step(snapshot);
                    } else {
                        snapshot.writer.abort();
                        snapshot.sink.abort(problem);
                        end();
                    }
                }));
    }

    private void end() {
        running = false;
        Start next = waiting.poll();
        if (next != null) {
            begin(next);
        }
    }
}
