package io.holdfast.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemoryLogTest extends CommitLogContract {

    @Override
    protected CommitLog create() {
        return new MemoryLog();
    }

    @Test
    void batchIsCommittedOnTheProposingThread() throws Exception {
        Thread[] heardOn = new Thread[1];
        try (MemoryLog log = new MemoryLog()) {
            log.open(new RecordingReplica() {
                @Override
                protected void heard(long index, io.holdfast.core.command.Batch batch) {
                    heardOn[0] = Thread.currentThread();
                }
            });
            log.propose(Batches.numbered(1));
        }
        assertThat(heardOn[0]).isSameAs(Thread.currentThread());
    }

    @Test
    void failedReplicaIsNotifiedOnceAndGetsNoFurtherBatches() throws Exception {
        RecordingReplica broken = new RecordingReplica() {
            @Override
            protected void heard(long index, io.holdfast.core.command.Batch batch) {
                throw new IllegalStateException("broken");
            }
        };
        try (MemoryLog log = new MemoryLog()) {
            log.open(broken);
            log.propose(Batches.numbered(1));
            log.propose(Batches.numbered(2));
        }
        assertThat(broken.failures()).hasSize(1);
        assertThat(broken.numbers()).containsExactly(1L);
    }
}
