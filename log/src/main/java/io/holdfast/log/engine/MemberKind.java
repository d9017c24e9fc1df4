package io.holdfast.log.engine;

import io.holdfast.core.Machine;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.outcome.Refusal;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;

/**
 * What differs between a single member and a cluster member: time, reads, life and draining.
 * Everything runs in the lane, except where a method says otherwise.
 */
interface MemberKind {

    /** Returns the log time that this kind of member stamps with or follows; any thread. */
    TimeSource time();

    /** Returns the sequencer of this member's batches; any thread. */
    Sequencer sequencer();

    /** Returns the rule by which grants are delivered; any thread. */
    GrantDelivery grants();

    /**
     * Returns whether the log is replayed by the thread that opens it, before the lane runs: other
     * members do not wait, so that thread can act as the lane. Any thread.
     */
    boolean replaysBeforeLane();

    /** Begins to watch over the member; on the thread that opens the engine. */
    void begin();

    /** Waits until the first commands are applied; on the thread that opens the engine. */
    void awaitStart(CompletableFuture<Void> begun) throws IOException;

    /** Returns the time for which leases did not run before this start. */
    long downMillis(long wallMillis, Machine replayed);

    /** Continues this member's own log time after a replay or its first command. */
    void continueTime(long logNanos);

    /** Returns the commands that a new life proposes right after its start. */
    List<MemberCommand> firstCommands(Machine machine);

    /** Returns the answer to calls that arrive during the start. */
    Refusal refusalAtStart();

    /** Reports that a batch was applied or a snapshot installed. */
    void applied(Machine machine);

    /** Returns whether the other members count this process as alive. */
    boolean isAlive(Machine machine);

    /**
     * Returns whether this process proposed the batch.
     *
     * @param live true after the replay
     */
    boolean isOwn(Batch batch, boolean live);

    /** Returns the time from the proposal of this process's batch until now. */
    long tookNanos(Batch own);

    /**
     * Runs a read as soon as its log time is known.
     *
     * @param go receives the log time that the answer must have reached
     * @param failed runs instead if that time cannot be learned
     */
    void read(EngineState state, LongConsumer go, Runnable failed);

    /** Fails the reads that wait for a log time: none will arrive. */
    void failReads();

    /** Stops retrying the batch in flight. */
    void giveUp();

    /** Begins to lead in a term: the log accepts this member's ticks. */
    void lead(long term, long fromNanos);

    /** Transfers the leadership, if this member leads, before it stops; any thread. */
    CompletableFuture<Void> handOver();
}
