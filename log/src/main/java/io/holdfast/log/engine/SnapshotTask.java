package io.holdfast.log.engine;

import io.holdfast.core.SnapshotWriter;
import io.holdfast.log.SnapshotSink;

import java.util.ArrayDeque;

/**
 * Writes a snapshot in pieces. A piece is made in the lane, in a millisecond or two, once the sink
 * has taken the previous one; batches continue in between. The machine can snapshot only one point
 * in time at once, so a second snapshot waits and shows a later state.
 */
final class SnapshotTask {

    private static final int PIECE_BYTES = 128 << 10;

    private final Lane lane;
    private final ArrayDeque<Start> waiting = new ArrayDeque<>();
    private boolean running;

    SnapshotTask(Lane lane) {
        this.lane = lane;
    }

    /** Begins a snapshot of the state when its turn has come. */
    interface Start {
        Begun begin();
    }

    /** A snapshot of one point in time, and its sink. */
    record Begun(SnapshotWriter writer, long index, SnapshotSink sink) {}

    void begin(Start beginning) {
        if (running) {
            waiting.add(beginning);
        } else {
            running = true;
            step(beginning.begin());
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Success and failure both continue in the lane.
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
