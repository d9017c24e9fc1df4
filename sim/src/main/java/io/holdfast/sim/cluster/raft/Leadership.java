package io.holdfast.sim.cluster.raft;

import io.holdfast.core.command.Batch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One term of a leader: what it knows of its followers, and what waits for them. */
final class Leadership {

    private static final int ENTRIES_MAX = 64;
    private static final long SNAPSHOT_REPEAT = 6;
    private static final long SILENT_HEARTBEATS = 3;

    private final RaftNode node;
    private final long term;
    private final Map<String, Follower> followers = new TreeMap<>();
    private final Map<Long, Consumer<Boolean>> pending = new TreeMap<>();
    private final List<Question> questions = new ArrayList<>();
    private final long beganNanos;
    private long firstIndex;
    private long messages;
    private boolean ended;

    private static final class Follower {
        long next;
        long match;
        long heardNanos;
        /** Refusals of earlier messages than this one do not count. */
        long probe;

        int snapshotAge = Integer.MAX_VALUE;

        Follower(long next, long heardNanos) {
            this.next = next;
            this.heardNanos = heardNanos;
        }
    }

    private record Question(long first, Set<String> following, Consumer<Boolean> answer) {}

    Leadership(RaftNode node, long term) {
        this.node = node;
        this.term = term;
        this.beganNanos = node.clock.monotonicNanos();
    }

    void begin() {
        SortedSet<String> members = node.store.members();
        followers(members);
        firstIndex = store(List.of(), members).index();
        beat();
    }

    private void followers(SortedSet<String> members) {
        followers.keySet().retainAll(members);
        for (String member : members) {
            if (!member.equals(node.name)) {
                followers.computeIfAbsent(
                        member,
                        name -> new Follower(
                                node.store.lastIndex() + 1, node.clock.monotonicNanos()));
            }
        }
    }

    private void beat() {
        if (ended) {
            return;
        }
        Set<String> heard = new HashSet<>(Set.of(node.name));
        followers.forEach((name, follower) -> {
            if (node.clock.monotonicNanos() - follower.heardNanos < node.options.stepDownNanos()) {
                heard.add(name);
            }
        });
        if (!node.isMajority(heard)
                && node.clock.monotonicNanos() - beganNanos > node.options.stepDownNanos()) {
            node.stepDown();
            return;
        }
        followers.forEach((name, follower) -> {
            if (isSilent(follower)) {
                // It may hear although it is not heard: what was lost on the way is sent again.
                long window = node.store.lastIndex() + 1 - ENTRIES_MAX;
                follower.next = Math.min(follower.next, Math.max(follower.match + 1, window));
            }
            send(name);
        });
        node.clock.wakeAt(node.clock.monotonicNanos() + node.options.heartbeatNanos(), this::beat);
    }

    private boolean isSilent(Follower follower) {
        return node.clock.monotonicNanos() - follower.heardNanos
                > SILENT_HEARTBEATS * node.options.heartbeatNanos();
    }

    private void send(String name) {
        Follower follower = followers.get(name);
        if (follower == null) {
            return;
        }
        StoredSnapshot snapshot = node.store.snapshot();
        long previous = follower.next - 1;
        boolean known = previous == 0 || node.store.termAt(previous) > 0;
        if (previous < node.store.baseIndex() || !known) {
            if (snapshot != null && follower.snapshotAge++ >= SNAPSHOT_REPEAT) {
                follower.snapshotAge = 0;
                node.send(name, other -> other.install(node, term, snapshot));
            }
            return;
        }
        List<RaftEntry> entries = node.store.from(follower.next, ENTRIES_MAX);
        follower.next += entries.size();
        RaftNode.Append message = new RaftNode.Append(
                term, previous, node.store.termAt(previous), entries, node.committed(), messages++);
        node.send(name, other -> other.append(node, message));
    }

    void replied(String by, long message, long index, boolean success) {
        Follower follower = followers.get(by);
        if (follower == null || ended) {
            return;
        }
        follower.heardNanos = node.clock.monotonicNanos();
        if (!success) {
            if (message < follower.probe) {
                // Sent before the last refusal, which has been answered.
                return;
            }
            follower.probe = messages;
            follower.next = Math.max(1, Math.min(index + 1, node.store.lastIndex() + 1));
            if (follower.next <= follower.match) {
                follower.next = follower.match + 1;
            }
            send(by);
            return;
        }
        follower.match = Math.max(follower.match, Math.min(index, node.store.lastIndex()));
        follower.next = Math.max(follower.next, follower.match + 1);
        follow(by, message);
        commit();
        if (!ended && follower.next <= node.store.lastIndex()) {
            send(by);
        }
    }

    private void follow(String by, long message) {
        for (Question question : List.copyOf(questions)) {
            if (message >= question.first()) {
                question.following().add(by);
                settle(question);
            }
        }
    }

    void confirm(Consumer<Boolean> answer) {
        Question question = new Question(messages, new HashSet<>(Set.of(node.name)), answer);
        questions.add(question);
        settle(question);
        followers.keySet().forEach(this::send);
    }

    private void settle(Question question) {
        if (node.isMajority(question.following()) && questions.remove(question)) {
            question.answer().accept(true);
        }
    }

    @Nullable
    RaftEntry append(List<Batch> batches, Consumer<Boolean> done) {
        RaftEntry entry = store(batches, null);
        pending.put(entry.index(), done);
        return entry;
    }

    private RaftEntry store(List<Batch> batches, @Nullable SortedSet<String> members) {
        RaftEntry entry = new RaftEntry(
                node.store.lastIndex() + 1, term, batches, members, node, node.events.nowNanos());
        node.store.replaceEnd(List.of(entry), this::commit);
        followers.keySet().forEach(this::send);
        return entry;
    }

    /** Changes the members by one; only after an entry of this term was committed. */
    boolean change(SortedSet<String> members) {
        boolean busy = false;
        for (long i = node.committed() + 1; i <= node.store.lastIndex(); i++) {
            RaftEntry entry = node.store.at(i);
            busy |= entry != null && entry.members() != null;
        }
        if (busy || node.committed() < firstIndex) {
            return false;
        }
        SortedSet<String> after = Collections.unmodifiableSortedSet(new TreeSet<>(members));
        // A member that is added has an empty disk, even if it was a member before.
        members.stream()
                .filter(member -> !node.store.members().contains(member))
                .forEach(followers::remove);
        SortedSet<String> all = new TreeSet<>(members);
        all.addAll(node.store.members());
        followers(all);
        store(List.of(), after);
        return true;
    }

    /** Commits what a majority has on its disks, if it ends with an entry of this term. */
    private void commit() {
        if (ended) {
            return;
        }
        List<Long> stored = new ArrayList<>();
        for (String member : node.store.members()) {
            Follower follower = followers.get(member);
            stored.add(
                    member.equals(node.name)
                            ? node.store.durable()
                            : follower == null ? 0 : follower.match);
        }
        stored.sort(Collections.reverseOrder());
        long index = stored.get(stored.size() / 2);
        if (index > node.committed() && node.store.termAt(index) == term) {
            node.commitUpTo(index);
            followers.keySet().forEach(this::send);
        }
    }

    void applied(RaftEntry entry) {
        if (ended) {
            return;
        }
        if (entry.index() == firstIndex) {
            node.listener.leads(term);
        }
        SortedSet<String> members = entry.members();
        if (members != null && entry.term() == term) {
            List<String> gone = new ArrayList<>(followers.keySet());
            gone.removeAll(node.store.members());
            for (String name : gone) {
                node.send(name, other -> other.toldRemoved(members, entry.index()));
            }
            followers(node.store.members());
        }
        Consumer<Boolean> done = pending.remove(entry.index());
        if (done != null) {
            done.accept(true);
        }
    }

    boolean isReady(long applied) {
        return firstIndex > 0 && applied >= firstIndex;
    }

    Set<String> unheardFor(long nanos) {
        Set<String> names = new TreeSet<>();
        followers.forEach((name, follower) -> {
            if (node.clock.monotonicNanos() - follower.heardNanos > nanos) {
                names.add(name);
            }
        });
        return names;
    }

    /** Ends the term: what is not decided here may be committed yet. */
    void end() {
        ended = true;
        List<Consumer<Boolean>> waiting = new ArrayList<>(pending.values());
        pending.clear();
        questions.forEach(question -> waiting.add(question.answer()));
        questions.clear();
        waiting.forEach(each -> each.accept(false));
    }
}
