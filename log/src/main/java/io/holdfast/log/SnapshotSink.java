package io.holdfast.log;

import java.util.concurrent.CompletableFuture;

/** Where one snapshot is written to. Writing happens on a thread of its own. */
public interface SnapshotSink {

    /** Appends a piece; the next one is made when the future is done. */
    CompletableFuture<Void> write(byte[] piece);

    /** Makes the snapshot durable as the state after the index; the log before it may then go. */
    CompletableFuture<Void> complete(long index);

    /** Forgets what was written. */
    void abort(Throwable cause);
}
