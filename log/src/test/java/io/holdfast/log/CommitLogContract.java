package io.holdfast.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.Batch;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The contract of every log with its replica. */
public abstract class CommitLogContract {

    private final RecordingReplica replica = new RecordingReplica();
    private final CommitLog log = create();

    /** Returns a log that was never opened. */
    protected abstract CommitLog create();

    protected static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    @AfterEach
    void closeAndCheck() {
        log.close();
        assertThat(replica.calledTwiceAtOnce()).isFalse();
        assertThat(replica.failures()).isEmpty();
    }

    @Test
    void proposalsAreCommittedOnceAndInOrder() throws IOException {
        log.open(replica);
        for (long number = 1; number <= 2000; number++) {
            log.propose(Batches.numbered(number));
        }
        replica.awaitCount(2000);
        assertThat(replica.numbers()).isEqualTo(upTo(2000));
    }

    @Test
    void indexesAreConsecutiveWhileOpen() throws IOException {
        log.open(replica);
        for (long number = 1; number <= 100; number++) {
            log.propose(Batches.numbered(number));
        }
        replica.awaitCount(100);
        long first = replica.indexes().getFirst();
        assertThat(replica.indexes())
                .isEqualTo(LongStream.range(first, first + 100).boxed().toList());
    }

    @Test
    void batchIsUnchangedByTheLog() throws IOException {
        Batch batch = Batches.numbered(7, 3000);
        AtomicBoolean same = new AtomicBoolean();
        RecordingReplica comparing = new RecordingReplica() {
            @Override
            protected void heard(long index, Batch heard) {
                same.set(batch.equals(heard));
            }
        };
        log.open(comparing);
        log.propose(batch);
        comparing.awaitCount(1);
        log.close();
        assertThat(same).isTrue();
    }

    @Test
    void replicaCanProposeWithinABatch() throws IOException {
        RecordingReplica chaining = new RecordingReplica() {
            @Override
            protected void heard(long index, Batch batch) {
                if (Batches.number(batch) < 50) {
                    log.propose(Batches.numbered(Batches.number(batch) + 1));
                }
            }
        };
        log.open(chaining);
        log.propose(Batches.numbered(1));
        chaining.awaitCount(50);
        assertThat(chaining.numbers()).isEqualTo(upTo(50));
        assertThat(chaining.calledTwiceAtOnce()).isFalse();
    }

    @Test
    void closeWaitsForProposedBatches() throws IOException {
        log.open(replica);
        for (long number = 1; number <= 500; number++) {
            log.propose(Batches.numbered(number));
        }
        log.close();
        assertThat(replica.numbers()).isEqualTo(upTo(500));
    }

    @Test
    void proposalAfterCloseIsIgnored() throws IOException {
        log.open(replica);
        log.close();
        log.propose(Batches.numbered(1));
        assertThat(replica.numbers()).isEmpty();
    }

    @Test
    void closeDuringProposalsCommitsAPrefix() throws IOException, InterruptedException {
        log.open(replica);
        CountDownLatch running = new CountDownLatch(200);
        AtomicBoolean stop = new AtomicBoolean();
        Thread proposer = Thread.ofPlatform().start(() -> {
            for (long number = 1; !stop.get(); number++) {
                log.propose(Batches.numbered(number));
                running.countDown();
            }
        });
        running.await();
        log.close();
        int heard = replica.numbers().size();
        stop.set(true);
        proposer.join();
        assertThat(replica.numbers()).hasSize(heard).isEqualTo(upTo(heard));
    }

    @Test
    void concurrentProposalsAreAllCommitted() throws IOException, InterruptedException {
        log.open(replica);
        Thread even = Thread.ofPlatform().start(() -> {
            for (long number = 2; number <= 1000; number += 2) {
                log.propose(Batches.numbered(number));
            }
        });
        for (long number = 1; number <= 1000; number += 2) {
            log.propose(Batches.numbered(number));
        }
        even.join();
        replica.awaitCount(1000);
        assertThat(replica.numbers()).containsExactlyInAnyOrderElementsOf(upTo(1000));
    }

    @Test
    void closingTwiceIsHarmless() throws IOException {
        log.open(replica);
        log.close();
        log.close();
        assertThat(replica.failures()).isEmpty();
    }
}
