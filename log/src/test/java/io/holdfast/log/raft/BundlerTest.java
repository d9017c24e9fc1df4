package io.holdfast.log.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How a leader combines batches into entries. */
class BundlerTest {

    private static final int BYTES_MAX = 1_000;

    private final List<List<Entry>> written = new ArrayList<>();
    private final List<CompletableFuture<Void>> underWay = new ArrayList<>();

    private CompletableFuture<Void> write(List<Entry> bundle) {
        written.add(bundle);
        CompletableFuture<Void> kept = new CompletableFuture<>();
        underWay.add(kept);
        return kept;
    }

    private Bundler bundler(int underWayMax) {
        return new Bundler(this::write, underWayMax, BYTES_MAX);
    }

    private static Entry entry(int bytes) {
        return Entry.of(new Batch(0, 0, List.of()), 7, new byte[bytes]);
    }

    @Test
    void singleBatchIsSentAtOnce() {
        Entry first = entry(10);
        CompletableFuture<Void> kept = bundler(1).bring(first);

        assertThat(written).containsExactly(List.of(first));
        assertThat(kept).isNotDone();
        underWay.getFirst().complete(null);
        assertThat(kept).isCompleted();
    }

    @Test
    void batchesThatArriveDuringAnEntryShareTheNext() {
        Bundler bundler = bundler(1);
        Entry first = entry(10);
        Entry second = entry(20);
        Entry third = entry(30);
        bundler.bring(first);
        bundler.bring(second);
        bundler.bring(third);
        assertThat(written).containsExactly(List.of(first));

        underWay.getFirst().complete(null);

        assertThat(written).containsExactly(List.of(first), List.of(second, third));
    }

    @Test
    void entriesInFlightReachTheirLimit() {
        Bundler bundler = bundler(2);
        for (int i = 0; i < 4; i++) {
            bundler.bring(entry(10));
        }

        assertThat(written).extracting(List::size).containsExactly(1, 1);
        underWay.getLast().complete(null);
        assertThat(written).extracting(List::size).containsExactly(1, 1, 2);
    }

    @Test
    void entrySizeIsLimitedButALargeBatchGoesAlone() {
        Bundler bundler = bundler(1);
        bundler.bring(entry(1));
        bundler.bring(entry(600));
        bundler.bring(entry(600));
        bundler.bring(entry(BYTES_MAX));
        bundler.bring(entry(1));
        for (int i = 0; i < 4; i++) {
            underWay.get(i).complete(null);
        }

        assertThat(written).extracting(List::size).containsExactly(1, 1, 1, 1, 1);
    }

    @Test
    void failedEntryIsReportedToAllItsCallers() {
        Bundler bundler = bundler(1);
        bundler.bring(entry(1));
        CompletableFuture<Void> one = bundler.bring(entry(1));
        CompletableFuture<Void> other = bundler.bring(entry(1));
        underWay.get(0).complete(null);

        underWay.get(1).completeExceptionally(new IOException("the disk is full"));

        assertThat(one).isCompletedExceptionally();
        assertThat(other).isCompletedExceptionally();
        assertThat(bundler.bring(entry(1))).isNotDone();
        assertThat(written).hasSize(3);
    }

    @Test
    void endOfLeadershipFailsWaitingAndLaterBatches() {
        Bundler bundler = bundler(1);
        CompletableFuture<Void> sent = bundler.bring(entry(1));
        CompletableFuture<Void> waiting = bundler.bring(entry(1));

        bundler.stop();

        assertThat(sent).isNotDone();
        assertThat(waiting).isCompletedExceptionally();
        assertThat(bundler.bring(entry(1))).isCompletedExceptionally();
        underWay.getFirst().complete(null);
        assertThat(sent).isCompleted();
        assertThat(written).hasSize(1);
    }
}
