package io.holdfast.sim.cluster.raft;

import io.holdfast.core.command.Batch;
import io.holdfast.log.Clock;
import io.holdfast.sim.Chance;
import io.holdfast.sim.cluster.world.Events;
import io.holdfast.sim.cluster.world.Network;
import io.holdfast.sim.cluster.world.SimProcess;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A small model of Raft in one process of a member. It keeps Raft's guarantees and promises nothing
 * else: an entry that a leader appends is committed once, later or never; a leader may be replaced
 * at any time and not know it; a member may lag for any time.
 */
public final class RaftNode {

    final String name;
    final String cluster;
    final RaftOptions options;
    final Clock clock;
    final Chance chance;
    final Events events;
    final Network network;
    final SimProcess process;
    final Disk disk;
    final RaftStore store;
    final Listener listener;
    final Witness witness;
    private final Peers peers;
    private final Applier applier;
    private long term;
    private @Nullable String votedFor;
    private @Nullable String leader;
    private long heardNanos;
    private long electionNanos;
    private @Nullable Leadership leading;
    private boolean candidate;
    private boolean stopped;
    private boolean awaits;
    private Set<String> votes = new HashSet<>();

    /** Where and how a node runs. */
    public record Place(
            String name,
            String cluster,
            RaftOptions options,
            Clock clock,
            Chance chance,
            Events events,
            Network network,
            SimProcess process,
            Disk disk,
            Peers peers,
            Witness witness) {}

    public RaftNode(Place place, Listener listener, SortedSet<String> founders) {
        this.name = place.name();
        this.cluster = place.cluster();
        this.options = place.options();
        this.clock = place.clock();
        this.chance = place.chance();
        this.events = place.events();
        this.network = place.network();
        this.process = place.process();
        this.disk = place.disk();
        this.peers = place.peers();
        this.witness = place.witness();
        this.listener = listener;
        this.store = new RaftStore(this, founders);
        this.applier = new Applier(this);
        this.term = disk.term();
        this.votedFor = disk.votedFor();
    }

    /** Starts to take part, from what the disk contains. */
    public void start() {
        heardNanos = clock.monotonicNanos() - options.electionNanosMax();
        applier.start();
        awaitElection();
    }

    // Elections

    private void awaitElection() {
        electionNanos = clock.monotonicNanos()
                + chance.between(options.electionNanosMin(), options.electionNanosMax());
        if (!awaits) {
            awaits = true;
            clock.wakeAt(electionNanos, this::electionDue);
        }
    }

    private void electionDue() {
        awaits = false;
        if (leading != null || stopped) {
            return;
        }
        if (clock.monotonicNanos() < electionNanos) {
            awaits = true;
            clock.wakeAt(electionNanos, this::electionDue);
            return;
        }
        campaign(options.preVote());
        awaitElection();
    }

    /** Stands for election, at once. */
    public void campaign(boolean asksFirst) {
        if (leading != null || stopped || !store.members().contains(name)) {
            return;
        }
        votes = new HashSet<>(Set.of(name));
        if (!asksFirst) {
            term++;
            votedFor = name;
            leader = null;
            candidate = true;
            long mine = term;
            vote(() -> {
                if (term == mine && candidate) {
                    askForVotes(false, mine);
                }
            });
            return;
        }
        candidate = false;
        askForVotes(true, term + 1);
    }

    private void vote(Runnable stored) {
        disk.vote(process, term, votedFor, this::fail, stored);
    }

    private void askForVotes(boolean asksFirst, long asked) {
        long lastIndex = store.lastIndex();
        long lastTerm = store.termAt(lastIndex);
        long current = term;
        for (String other : store.members()) {
            if (!other.equals(name)) {
                send(other, node -> node.asked(this, asksFirst, asked, lastIndex, lastTerm));
            }
        }
        won(asksFirst, asked, current);
    }

    private void asked(
            RaftNode from, boolean asksFirst, long asked, long lastIndex, long lastTerm) {
        boolean upToDate = lastTerm > store.termAt(store.lastIndex())
                || lastTerm == store.termAt(store.lastIndex()) && lastIndex >= store.lastIndex();
        boolean following = leading != null
                || leader != null
                        && clock.monotonicNanos() - heardNanos < options.electionNanosMin();
        if ((asksFirst ? asked - 1 : asked) < term) {
            from.send(name, from, node -> node.learn(term));
        }
        if (asksFirst) {
            if (upToDate && asked > term && !following) {
                from.send(name, from, node -> node.voted(name, true, asked));
            }
            return;
        }
        if (asked > term) {
            follow(asked, null);
        }
        boolean free = votedFor == null || votedFor.equals(from.name);
        if (asked == term && upToDate && free && leading == null) {
            votedFor = from.name;
            awaitElection();
            vote(() -> {
                if (term == asked && from.name.equals(votedFor)) {
                    from.send(name, from, node -> node.voted(name, false, asked));
                }
            });
        }
    }

    private void voted(String by, boolean asksFirst, long asked) {
        if (asksFirst ? asked == term + 1 && !candidate : asked == term && candidate) {
            votes.add(by);
            won(asksFirst, asked, term);
        }
    }

    private void won(boolean asksFirst, long asked, long current) {
        if (term != current || leading != null || !isMajority(votes)) {
            return;
        }
        if (asksFirst) {
            campaign(false);
        } else if (asked == term && candidate) {
            candidate = false;
            leader = name;
            leading = new Leadership(this, term);
            witness.leads(name, term);
            leading.begin();
            listener.leaderChanged();
        }
    }

    boolean isMajority(Set<String> some) {
        SortedSet<String> members = store.members();
        return members.stream().filter(some::contains).count() * 2 > members.size();
    }

    /** Accepts a later term, or the leader of the current one. */
    private void follow(long newTerm, @Nullable String newLeader) {
        if (newTerm > term) {
            term = newTerm;
            votedFor = null;
            leader = null;
            vote(() -> {});
        }
        candidate = false;
        endLead();
        if (newLeader != null && !newLeader.equals(leader)) {
            leader = newLeader;
            listener.leaderChanged();
        }
    }

    private void endLead() {
        Leadership before = leading;
        if (before != null) {
            leading = null;
            leader = null;
            before.end();
            listener.leadsNoMore();
            awaitElection();
        }
    }

    /** Steps down for want of a majority. */
    void stepDown() {
        endLead();
    }

    // What followers do

    /** A leader's entries, or its heartbeat. */
    record Append(
            long term,
            long prevIndex,
            long prevTerm,
            List<RaftEntry> entries,
            long committed,
            long question) {}

    void append(RaftNode from, Append message) {
        if (!isFrom(from, message.term())) {
            return;
        }
        if (!store.matches(message.prevIndex(), message.prevTerm())) {
            long wanted = Math.min(message.prevIndex() - 1, store.lastIndex());
            refuse(from, message, Math.max(wanted, store.baseIndex()));
            return;
        }
        long last = message.prevIndex() + message.entries().size();
        List<RaftEntry> fresh = store.unknown(message.entries());
        if (fresh.isEmpty()) {
            succeed(from, message, Math.min(last, store.durable()));
        } else {
            store.replaceEnd(fresh, () -> succeed(from, message, Math.min(last, store.durable())));
        }
        commitUpTo(Math.min(message.committed(), last));
    }

    private boolean isFrom(RaftNode from, long itsTerm) {
        if (itsTerm < term) {
            from.send(name, from, node -> node.learn(term));
            return false;
        }
        follow(itsTerm, from.name);
        heardNanos = clock.monotonicNanos();
        awaitElection();
        return true;
    }

    private void learn(long later) {
        if (later > term) {
            follow(later, null);
        }
    }

    private void succeed(RaftNode from, Append message, long match) {
        if (message.term() == term) {
            from.send(name, from, node -> node.replied(this, message, match, true));
        }
    }

    private void refuse(RaftNode from, Append message, long hint) {
        from.send(name, from, node -> node.replied(this, message, hint, false));
    }

    private void replied(RaftNode by, Append message, long index, boolean success) {
        Leadership current = leading;
        if (current != null && message.term() == term) {
            current.replied(by.name, message.question(), index, success);
        }
    }

    void install(RaftNode from, long itsTerm, StoredSnapshot snapshot) {
        if (!isFrom(from, itsTerm)) {
            return;
        }
        Append installed = new Append(itsTerm, snapshot.index(), snapshot.term(), List.of(), 0, -1);
        if (snapshot.index() <= applier.committed()) {
            succeed(from, installed, Math.min(snapshot.index(), store.durable()));
            return;
        }
        applier.await(snapshot);
        store.install(snapshot, () -> {
            applier.restore(snapshot);
            succeed(from, installed, snapshot.index());
        });
    }

    void commitUpTo(long index) {
        applier.commitUpTo(index);
    }

    // What others ask

    /** Sends a message to a member; it arrives in the process that then runs there. */
    void send(String to, Consumer<RaftNode> message) {
        network.send(name, to, () -> {
            RaftNode node = peers.at(to);
            if (node != null && node.cluster.equals(cluster)) {
                node.process.run(() -> message.accept(node));
            }
        });
    }

    /** Sends an answer to this node, from the given member; another process does not get it. */
    private void send(String from, RaftNode to, Consumer<RaftNode> message) {
        network.send(from, to.name, () -> to.process.run(() -> message.accept(to)));
    }

    void fail(Exception cause) {
        if (!stopped) {
            stopped = true;
            endLead();
            listener.failed(cause);
        }
    }

    /** Ends the part that this process takes, without a word to the others. */
    public void stop() {
        stopped = true;
        endLead();
    }

    /** Appends an entry of batches if this member leads; null otherwise. */
    public @Nullable RaftEntry append(List<Batch> batches, Consumer<Boolean> done) {
        Leadership current = leading;
        return current == null ? null : current.append(batches, done);
    }

    /** Changes the members by one, if this member leads and no other change is under way. */
    public boolean change(SortedSet<String> members) {
        Leadership current = leading;
        return current != null && current.change(members);
    }

    /** Returns whether the members by its log are also those by its committed entries. */
    public boolean isSettled() {
        return store.isSettled(applier.committed());
    }

    /** Lets another member lead, if it can. */
    public void transfer(String to) {
        if (leading != null) {
            send(to, node -> node.campaign(false));
        }
    }

    /** Answers true once a majority has confirmed that this member leads, false if it does not. */
    public void confirm(Consumer<Boolean> answer) {
        Leadership current = leading;
        if (current == null) {
            answer.accept(false);
        } else {
            current.confirm(answer);
        }
    }

    /** Learns that the members from this index on do not include it. */
    public void toldRemoved(SortedSet<String> members, long index) {
        boolean addedAgain = isMember() && store.hasMemberAfter(index, name);
        if (!stopped && !members.contains(name) && !store.members().isEmpty() && !addedAgain) {
            stopped = true;
            disk.remove();
            endLead();
            listener.removed();
        }
    }

    public @Nullable String leader() {
        return leader;
    }

    public long term() {
        return term;
    }

    public boolean leads() {
        return leading != null;
    }

    /** Returns whether it leads and has applied the first entry of its term. */
    public boolean leadsReady() {
        Leadership current = leading;
        return current != null && current.isReady(applier.applied());
    }

    public boolean isMember() {
        return store.members().contains(name);
    }

    public SortedSet<String> members() {
        return store.members();
    }

    public long committed() {
        return applier.committed();
    }

    public long applied() {
        return applier.applied();
    }

    /** Returns whether it leads or has heard from the leader within the time. */
    public boolean heardWithin(long nanos) {
        return leading != null || leader != null && clock.monotonicNanos() - heardNanos < nanos;
    }

    /** Returns the followers that this leader has not heard from for the time. */
    public Set<String> unheardFor(long nanos) {
        Leadership current = leading;
        return current == null ? Set.of() : current.unheardFor(nanos);
    }

    /** Keeps a snapshot that the replica has written, and drops the log before it. */
    public void keep(long index, byte[] bytes, Runnable stored) {
        store.keep(index, bytes, stored);
    }

    /** Lets the member apply nothing for a while, although it stores everything. */
    public void lag(boolean lags) {
        applier.lag(lags);
    }

    /** Is told that an entry was applied. */
    void applied(RaftEntry entry) {
        Leadership current = leading;
        if (current != null) {
            current.applied(entry);
        }
    }
}
