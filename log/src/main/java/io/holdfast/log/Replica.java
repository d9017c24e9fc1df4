package io.holdfast.log;

import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Format;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** What a log feeds. Calls come one at a time and in order of the index. */
public interface Replica {

    /** Replaces the state by a snapshot that holds everything up to the index. */
    void restore(long index, InputStream snapshot) throws IOException;

    /** A batch is durable and must be applied. */
    void committed(long index, Batch batch);

    /** Several are, at one index: whoever has applied one of them but not all is at no index. */
    default void committed(long index, List<Batch> batches) {
        batches.forEach(batch -> committed(index, batch));
    }

    /** The same with the term of the leader that put the entry into the log. */
    default void committed(long index, Term term, List<Batch> batches) {
        committed(index, batches);
    }

    /**
     * The log has grown so much that a snapshot pays. The replica writes it in pieces, whenever it
     * suits, and keeps applying batches meanwhile.
     */
    void snapshotDue(SnapshotSink sink);

    /** The newest format that it reads. */
    default int formatMax() {
        return Format.NEWEST;
    }

    /** The format level of what it has applied. */
    default int format() {
        return Format.OLDEST;
    }

    /** This node leads from here on: whatever comes before has been handed over. */
    default void leads(long term) {}

    /**
     * The log can keep nothing any more: nothing that was proposed and not heard of is
     * acknowledged, and nothing further will be.
     */
    void failed(Throwable cause);
}
