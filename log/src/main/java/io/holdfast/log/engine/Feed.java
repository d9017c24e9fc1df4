package io.holdfast.log.engine;

import io.holdfast.core.Machine;
import io.holdfast.core.command.Batch;
import io.holdfast.log.Replica;
import io.holdfast.log.SnapshotSink;
import io.holdfast.log.Term;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Passes the log's callbacks, which come on the log's threads, to the lane. */
final class Feed implements Replica {

    private final Engine engine;
    private final Lane lane;

    private final int formatMax;

    Feed(Engine engine, Lane lane, int formatMax) {
        this.formatMax = formatMax;
        this.engine = engine;
        this.lane = lane;
    }

    @Override
    public void restore(long index, InputStream snapshot) throws IOException {
        Machine restored = SnapshotFrames.read(snapshot, formatMax);
        if (engine.opens()) {
            engine.replace(index, restored);
        } else {
            lane.run(() -> engine.replace(index, restored));
        }
    }

    @Override
    public int formatMax() {
        return formatMax;
    }

    @Override
    public int format() {
        return engine.format();
    }

    @Override
    public void committed(long index, Batch batch) {
        committed(index, List.of(batch));
    }

    @Override
    public void committed(long index, List<Batch> batches) {
        committed(index, Term.NONE, batches);
    }

    @Override
    public void committed(long index, Term term, List<Batch> batches) {
        if (engine.opens() || lane.mine()) {
            apply(index, term, batches);
        } else {
            lane.run(() -> apply(index, term, batches));
        }
    }

    private void apply(long index, Term term, List<Batch> batches) {
        batches.forEach(batch -> engine.apply(index, term, batch));
    }

    @Override
    public void leads(long term) {
        lane.run(() -> engine.leads(term));
    }

    @Override
    public void snapshotDue(SnapshotSink sink) {
        lane.run(() -> engine.snapshotDue(sink));
    }

    @Override
    public void failed(Throwable cause) {
        lane.run(() -> engine.fail(cause));
    }
}
