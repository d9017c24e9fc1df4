package io.holdfast.log.raft;

import io.holdfast.core.command.Batch;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.value.Origin;
import io.holdfast.log.Clock;
import io.holdfast.log.LeaderContact;
import io.holdfast.log.Term;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/**
 * What members of a cluster say to their leader, above consensus: a member forwards its batches,
 * requests read points and seeks contact; the leader combines and stamps batches and answers.
 *
 * <p>Threading: any thread.
 */
public final class LeaderProtocol {

    private final LeaderDuties lead;
    private final OwnContact contact;
    private final AppliedIndex applied = new AppliedIndex();
    private final LeaderForwarder forwarder;

    /**
     * @param acknowledged returns the last entry that the replica has applied
     * @param batchBytesMax the size limit of an entry with several batches
     */
    public LeaderProtocol(
            String node,
            Clock clock,
            Consensus consensus,
            LongSupplier acknowledged,
            int batchBytesMax) {
        this.lead = new LeaderDuties(
                clock,
                consensus,
                bundle -> consensus.append(Entry.of(bundle, acknowledged.getAsLong())),
                batchBytesMax);
        this.contact = new OwnContact(node, lead.contacts());
        this.forwarder = new LeaderForwarder(node, consensus, clock, lead::bring, contact);
        contact.sendBy(forwarder::seekContact);
    }

    /** Proposes a batch: forwards it until it is seen in the log, and a tick once. */
    public void propose(Batch batch, byte[] encoded, long acknowledged) {
        Entry entry = Entry.of(batch, acknowledged, encoded);
        if (batch.number() > 0) {
            forwarder.carry(entry);
        } else if (leads()) {
            // The next leader proposes the tick again if it is lost with this one.
            forwarder.bringOnce(entry);
        }
    }

    /** Stops retrying the batch in flight. */
    public void giveUp() {
        forwarder.drop();
    }

    /** Forwards the batch in flight to the new leader at once. */
    public void leaderChanged() {
        forwarder.again();
    }

    /** Starts to lead with the given log time. */
    public void lead(long term, long fromNanos) {
        lead.begin(term, fromNanos);
        forwarder.again();
    }

    /** Ends the leadership: batches that wait here have to go to the next leader. */
    public void endLead() {
        lead.end();
    }

    /** Returns whether this member leads and knows the log time. */
    public boolean leads() {
        return lead.isHeld();
    }

    public long nowNanos() {
        return lead.nowNanos();
    }

    public LeaderContact contact() {
        return contact;
    }

    /** Returns whether batches wait for the entry in flight. */
    boolean moreWaits() {
        return lead.moreWaits();
    }

    /** Asks the leader for a read point; completes when the replica has applied its index. */
    public CompletableFuture<ReadPoint> readPoint() {
        return forwarder.ask().thenCompose(reply -> {
            ReadPoint point = ReadPoints.of(reply.getContent());
            return applied.upTo(point.index()).thenApply(nothing -> point);
        });
    }

    /** Learns the batches of a committed entry, before the replica applies them. */
    public void committing(Term term, List<Batch> batches) {
        if (term.led()) {
            lead.contacts().confirm(term.number());
        }
        batches.forEach(forwarder::seen);
    }

    /** Reports that all entries up to the index are applied. */
    public void reached(long index) {
        applied.reached(index);
    }

    /** Returns what happened to the last attempt; empty if the leader accepted the batch. */
    public String problem() {
        return forwarder.problem();
    }

    public void close() {
        forwarder.close();
    }

    /** Returns the batches of an entry. */
    public static List<Batch> batches(Message entry) {
        return ((Entry) entry).batches();
    }

    /** Stamps the batches of an entry with log time; called when the entry is appended. */
    public Message stamped(Message entry) throws IOException {
        if (!(entry instanceof Entry bundle)) {
            throw new IOException("entries can be written only by the leader itself");
        }
        return lead.stamped(bundle);
    }

    /**
     * Answers another member that requests a read point, seeks contact or forwards a batch; called
     * on the receiving thread. Unreadable bytes must not be appended to the log, because no replica
     * could read them.
     */
    public CompletableFuture<Message> answer(Message request, BatchBytes codec) {
        ByteString content = request.getContent();
        if (content.isEmpty()) {
            return lead.confirmed().thenApply(point -> Message.valueOf(ReadPoints.bytes(point)));
        }
        Contacts contacts = lead.contacts();
        if (ContactMessage.is(content)) {
            ContactMessage asked = ContactMessage.read(content);
            long term = contacts.heard(asked.node(), asked.incarnation());
            return CompletableFuture.completedFuture(ContactMessage.answer(term));
        }
        try {
            Entry entry = Entry.read(content, codec);
            Origin sender = entry.sender();
            long term = sender == null
                    ? Contacts.NOT_COUNTED
                    : contacts.heard(sender.member(), sender.incarnation());
            if (sender != null
                    && term == Contacts.NOT_COUNTED
                    && contacts.waits(sender.member(), sender.incarnation())) {
                throw new IllegalStateException(
                        "the earlier process of " + sender.member() + " is not declared lost yet");
            }
            return lead.bring(entry).thenApply(nothing -> ContactMessage.answer(term));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
