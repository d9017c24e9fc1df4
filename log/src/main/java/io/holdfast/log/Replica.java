package io.holdfast.log;

import io.holdfast.core.command.Batch;
import io.holdfast.core.value.Format;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The state that a log replicates. Calls come one at a time, in index order. */
public interface Replica {

    /** Replaces the state with a snapshot that contains everything up to the index. */
    void restore(long index, InputStream snapshot) throws IOException;

    /** Applies a durable batch. */
    void committed(long index, Batch batch);

    /** Applies several durable batches at one index, which is applied when all of them are. */
    default void committed(long index, List<Batch> batches) {
        batches.forEach(batch -> committed(index, batch));
    }

    /** Applies an entry's batches, with the term of the leader that appended the entry. */
    default void committed(long index, Term term, List<Batch> batches) {
        committed(index, batches);
    }

    /**
     * Requests a snapshot, because the log has grown. The replica writes it in pieces at its own
     * pace and keeps applying batches meanwhile.
     */
    void snapshotDue(SnapshotSink sink);

    /** Returns the newest format that this replica reads. */
    default int formatMax() {
        return Format.NEWEST;
    }

    /** Returns the format level of the applied state. */
    default int format() {
        return Format.OLDEST;
    }

    /** Reports that this member leads; all earlier entries were already passed on. */
    default void leads(long term) {}

    /** Reports that the log has failed: no outstanding or later proposal will be acknowledged. */
    void failed(Throwable cause);
}
