package io.holdfast.log.node;

import io.holdfast.core.Machine;
import io.holdfast.core.SnapshotWriter;
import io.holdfast.log.SnapshotSink;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a snapshot piece by piece. A piece is made in the lane, in a millisecond or two, and the
 * next one only when the disk has taken it; batches go on in between.
 */
final class SnapshotTask {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotTask.class);
    private static final int PIECE_BYTES = 128 << 10;

    private final Lane lane;
    private boolean running;

    SnapshotTask(Lane lane) {
        this.lane = lane;
    }

    void begin(Machine machine, long index, SnapshotSink sink) {
        if (running) {
            sink.abort(new IllegalStateException("a snapshot is being written already"));
            return;
        }
        running = true;
        step(machine.snapshot(), index, sink);
    }

    @SuppressWarnings(
            "FutureReturnValueIgnored") // Both ends of each future come back into the lane.
    private void step(SnapshotWriter writer, long index, SnapshotSink sink) {
        byte[] piece = writer.next(PIECE_BYTES);
        if (piece == null) {
            sink.complete(index).whenComplete((done, problem) -> lane.run(() -> end(problem)));
            return;
        }
        sink.write(SnapshotFrames.frame(piece))
                .whenComplete((done, problem) -> lane.run(() -> {
                    if (problem == null) {
                        step(writer, index, sink);
                    } else {
                        writer.abort();
                        sink.abort(problem);
                        end(problem);
                    }
                }));
    }

    private void end(@Nullable Throwable problem) {
        running = false;
        if (problem != null) {
            LOG.warn("A snapshot could not be written; the log grows until the next one", problem);
        }
    }
}
