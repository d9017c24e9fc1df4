package io.holdfast.log.engine;

import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.Origin;
import io.holdfast.log.CommitLog;
import io.holdfast.log.Contact;
import io.holdfast.log.Group;
import io.holdfast.log.LeaderContact;
import io.holdfast.log.LeaderListener;
import io.holdfast.log.LostMember;
import io.holdfast.log.Replica;
import io.holdfast.log.Standing;
import io.holdfast.log.Term;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A group in which the test is the leader and every other member. Entries commit at once. */
final class FakeGroup implements CommitLog, Group, LeaderContact {

    private static final Actor OTHERS = new Actor(Actor.DEFAULT_TENANT, "", "127.0.0.2");

    final List<Batch> batches = new ArrayList<>();
    final Set<String> members = new HashSet<>(Set.of("n1", "n2"));
    final Set<String> unheard = new HashSet<>();
    final List<MemberProcess> lost = new ArrayList<>();
    long term = 1;
    long lostTerm = 1;
    boolean leads;

    /** How many of the next batches are accepted and lost. */
    int loses;

    int sought;

    /** A contact that a member would wrongly accept without a check. */
    @Nullable
    Supplier<Contact> planted;

    private final FakeClock clock;
    private Contact contact = Contact.NONE;
    private Runnable listener = () -> {};
    private @Nullable Replica replica;
    private long index;
    private long sequence;

    FakeGroup(FakeClock clock) {
        this.clock = clock;
    }

    /** Commits a command of another member. */
    void propose(String node, long incarnation, Command<?> command) {
        Origin origin = new Origin(node, incarnation, ++sequence);
        propose(new Batch(0, 0, List.of(new Proposal(origin, OTHERS, null, command))));
    }

    @Override
    public void propose(Batch batch) {
        if (loses > 0) {
            loses--;
            return;
        }
        Batch stamped = batch.at(clock.monotonicNanos(), clock.wallMillis());
        batches.add(stamped);
        replica().committed(++index, new Term(term, leads), List.of(stamped));
    }

    /** Answers a message of this member as the leader. */
    void answers(long incarnation) {
        contact = contact.or(new Contact(incarnation, term, clock.monotonicNanos()));
        listener.run();
    }

    /** Makes this member the leader. */
    void elect() {
        term++;
        leads = true;
        replica().leads(term);
    }

    private Replica replica() {
        if (replica == null) {
            throw new AssertionError("the log is not open");
        }
        return replica;
    }

    @Override
    public void open(Replica opened) {
        replica = opened;
    }

    @Override
    public Group group() {
        return this;
    }

    @Override
    public int inFlightMax() {
        return 1;
    }

    @Override
    public boolean leads() {
        return leads;
    }

    @Override
    public long nowNanos() {
        return clock.monotonicNanos();
    }

    @Override
    public void lead(long inTerm, long fromNanos) {}

    @Override
    public CompletableFuture<ReadPoint> readPoint() {
        return CompletableFuture.completedFuture(new ReadPoint(index, nowNanos()));
    }

    @Override
    public void giveUp() {}

    @Override
    public void onLeaderChange(LeaderListener listener) {
        throw new UnsupportedOperationException("the engine does not follow the leader");
    }

    @Override
    public boolean inTouch() {
        return true;
    }

    @Override
    public Standing standing() {
        return new Standing("n2", term, index, index, "");
    }

    @Override
    public Set<String> members() {
        return members;
    }

    @Override
    public Set<String> unheardFor(long nanos) {
        return unheard;
    }

    @Override
    public CompletableFuture<Map<String, Integer>> formats() {
        return CompletableFuture.completedFuture(new TreeMap<>(Map.of("n1", 0)));
    }

    @Override
    public void alive(List<MemberProcess> lives) {}

    @Override
    public LeaderContact contact() {
        return this;
    }

    @Override
    public Contact newest() {
        return planted == null ? contact : planted.get();
    }

    @Override
    public void seek(long incarnation) {
        sought++;
    }

    @Override
    public void onChange(Runnable changed) {
        listener = changed;
    }

    @Override
    public boolean isReplaced(MemberProcess life) {
        return false;
    }

    @Override
    public LostMember lose(MemberProcess life) {
        lost.add(life);
        return new LostMember(lostTerm, 77);
    }

    @Override
    public CompletableFuture<Void> handOver() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void close() {}
}
