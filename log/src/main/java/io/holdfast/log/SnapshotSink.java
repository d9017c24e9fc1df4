package io.holdfast.log;

import java.util.concurrent.CompletableFuture;

/** The destination of one snapshot. Writing happens on a separate thread. */
public interface SnapshotSink {

    /** Appends a piece; the next one is made when the future completes. */
    CompletableFuture<Void> write(byte[] piece);

    /** Makes the snapshot durable as the state at the index; older log entries may be deleted. */
    CompletableFuture<Void> complete(long index);

    /** Discards the snapshot. */
    void abort(Throwable cause);
}
