package io.holdfast.log.raft;

import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.value.Origin;
import io.holdfast.log.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.ratis.protocol.Message;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forwards a member's batch to the leader, and retries until the batch is seen in the log or given
 * up. A lost answer, a failed leader and a broken connection look the same here, and the machine
 * applies a batch only once even if it is sent several times.
 */
final class LeaderForwarder {

    private static final Logger LOG = LoggerFactory.getLogger(LeaderForwarder.class);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final String node;
    private final Consensus consensus;
    private final Clock clock;
    private final Function<Entry, CompletableFuture<Void>> leading;
    private final OwnContact contact;

    private @Nullable Entry carried;
    private long attempt;
    private boolean closed;
    private volatile String problem = "";

    /**
     * @param node the name of this member
     * @param leading accepts a batch if this member leads itself
     * @param contact receives every answer that counts as contact
     */
    LeaderForwarder(
            String node,
            Consensus consensus,
            Clock clock,
            Function<Entry, CompletableFuture<Void>> leading,
            OwnContact contact) {
        this.contact = contact;
        this.node = node;
        this.consensus = consensus;
        this.clock = clock;
        this.leading = leading;
    }

    /** Forwards a batch in place of the previous one. */
    void carry(Entry entry) {
        long mine;
        synchronized (this) {
            carried = entry;
            mine = ++attempt;
        }
        go(mine);
    }

    /** Stops forwarding the batch. */
    synchronized void drop() {
        carried = null;
    }

    /** Stops forwarding if this batch, which was seen in the log, is the forwarded one. */
    synchronized void seen(Batch batch) {
        if (carried != null && first(carried.batches().getFirst()).equals(first(batch))) {
            carried = null;
        }
    }

    /** Returns the origin of the first command, which is unique to a batch; a tick has none. */
    private static Optional<Origin> first(Batch batch) {
        return batch.proposals().stream().findFirst().map(Proposal::origin);
    }

    /** Sends the batch to the new leader at once, after a change of leader. */
    void again() {
        long mine;
        synchronized (this) {
            if (carried == null) {
                return;
            }
            mine = ++attempt;
        }
        go(mine);
    }

    synchronized void close() {
        closed = true;
        carried = null;
    }

    /** Returns what happened to the last attempt; empty if the leader accepted the batch. */
    String problem() {
        return problem;
    }

    /** Forwards a batch; an exception must not end the retries. */
    private CompletableFuture<Void> tried(Entry entry) {
        try {
            return bring(entry);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void go(long mine) {
        Entry entry;
        synchronized (this) {
            entry = mine == attempt && !closed ? carried : null;
        }
        if (entry != null) {
            tried(entry).whenComplete((nothing, failure) -> {
                problem = failure == null ? "" : String.valueOf(failure.getMessage());
                if (failure != null) {
                    LOG.debug("batch not accepted", failure);
                    clock.wakeAt(clock.monotonicNanos() + RETRY_NANOS, () -> go(mine));
                }
            });
        }
    }

    /** Forwards an entry once; it may be lost without harm. */
    void bringOnce(Entry entry) {
        bring(entry).exceptionally(problem -> {
            LOG.debug("batch not accepted", problem);
            return null;
        });
    }

    private CompletableFuture<Void> bring(Entry entry) {
        if (node.equals(consensus.leader())) {
            return leading.apply(entry);
        }
        Origin sender = entry.sender();
        return sender == null
                ? consensus.ask(entry).thenAccept(reply -> {})
                : askForContact(entry, sender.incarnation());
    }

    /** Asks the leader whether it still answers this member's process; failures are ignored. */
    void seekContact(ContactMessage message) {
        askForContact(message, message.incarnation()).exceptionally(problem -> {
            LOG.debug("leader did not answer", problem);
            return null;
        });
    }

    private CompletableFuture<Void> askForContact(Message message, long incarnation) {
        // Read before the message is sent: the leader cannot have received it earlier.
        long sentNanos = clock.monotonicNanos();
        return consensus
                .ask(message)
                .thenAccept(reply ->
                        contact.answered(incarnation, ContactMessage.term(reply), sentNanos));
    }

    /** Asks the leader for a read point. */
    CompletableFuture<Message> ask() {
        return consensus.ask(Message.EMPTY);
    }
}
