package io.holdfast.log.raft;

import java.util.concurrent.CompletableFuture;
import org.apache.ratis.protocol.Message;
import org.jspecify.annotations.Nullable;

/**
 * What {@link LeaderProtocol} needs from consensus. Ratis implements it in production, and the
 * simulation with a model that keeps Raft's guarantees and nothing more.
 *
 * <p>Threading: any thread; no method blocks.
 */
public interface Consensus {

    /** Returns the leader as this member knows it, which may be itself; null if it knows none. */
    @Nullable
    String leader();

    /** Returns whether this member leads and has applied all entries of earlier terms. */
    boolean leads();

    /** Returns the current term as this member knows it. */
    long term();

    /** Returns the last entry that this member knows to be committed. */
    long committedIndex();

    /** Completes when a majority has confirmed, after this call, that this member still leads. */
    CompletableFuture<Void> confirm();

    /** Sends the leader a message that is not logged, and returns its answer. */
    CompletableFuture<Message> ask(Message message);

    /** Appends an entry, if this member leads; completes when a majority has stored it. */
    CompletableFuture<Void> append(Message entry);
}
