package io.holdfast.sim.cluster.raft;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The log of one node in memory, and how much of it is on the disk. */
final class RaftStore {

    private final RaftNode node;
    private final List<RaftEntry> entries;
    private SortedSet<String> baseMembers;
    private @Nullable StoredSnapshot snapshot;
    private long baseIndex;
    private long baseTerm;
    private long durable;
    private long cuts;

    /** @param founders the members of a new cluster; empty to wait for a leader */
    RaftStore(RaftNode node, SortedSet<String> founders) {
        this.node = node;
        this.entries = new ArrayList<>(node.disk.log());
        StoredSnapshot stored = node.disk.snapshot();
        this.snapshot = stored;
        this.baseMembers =
                Collections.unmodifiableSortedSet(stored == null ? founders : stored.members());
        if (!entries.isEmpty()) {
            baseIndex = entries.getFirst().index() - 1;
            // The term of the entry before the first is known only if the snapshot ends there.
            baseTerm = stored != null && stored.index() == baseIndex ? stored.term() : 0;
        } else if (stored != null) {
            baseIndex = stored.index();
            baseTerm = stored.term();
        }
        if (stored != null && stored.index() >= baseIndex && termAt(stored.index()) == 0) {
            entries.clear();
            baseIndex = stored.index();
            baseTerm = stored.term();
        }
        durable = lastIndex();
    }

    @Nullable
    StoredSnapshot snapshot() {
        return snapshot;
    }

    long baseIndex() {
        return baseIndex;
    }

    long lastIndex() {
        return baseIndex + entries.size();
    }

    /** Returns the last index that survives a crash. */
    long durable() {
        return durable;
    }

    @Nullable
    RaftEntry at(long index) {
        return index <= baseIndex || index > lastIndex()
                ? null
                : entries.get((int) (index - baseIndex - 1));
    }

    /** Returns the term of the entry; zero if it is not known. */
    long termAt(long index) {
        RaftEntry entry = at(index);
        return entry != null ? entry.term() : index == baseIndex ? baseTerm : 0;
    }

    boolean matches(long index, long term) {
        if (index == 0 && baseIndex == 0) {
            return true;
        }
        // Everything up to the snapshot was committed.
        StoredSnapshot kept = snapshot;
        boolean covered = kept != null && index <= kept.index();
        return index >= baseIndex && (covered || index <= lastIndex() && termAt(index) == term);
    }

    /** Returns the members by the newest entry that has any, committed or not. */
    SortedSet<String> members() {
        for (int i = entries.size() - 1; i >= 0; i--) {
            SortedSet<String> found = entries.get(i).members();
            if (found != null) {
                return found;
            }
        }
        return baseMembers;
    }

    /** Returns whether no entry after the index changes the members. */
    boolean isSettled(long index) {
        return entries.stream()
                .noneMatch(entry -> entry.index() > index && entry.members() != null);
    }

    /** Returns whether a later entry, or a later snapshot, has the member. */
    boolean hasMemberAfter(long index, String member) {
        StoredSnapshot kept = snapshot;
        if (kept != null && kept.index() > index && kept.members().contains(member)) {
            return true;
        }
        return entries.stream()
                .filter(entry -> entry.index() > index)
                .map(RaftEntry::members)
                .anyMatch(members -> members != null && members.contains(member));
    }

    private SortedSet<String> membersAt(long index) {
        for (long i = index; i > baseIndex; i--) {
            RaftEntry entry = at(i);
            if (entry != null && entry.members() != null) {
                return entry.members();
            }
        }
        return baseMembers;
    }

    /** Returns entries to send, at most as many as fit into a message. */
    List<RaftEntry> from(long index, int max) {
        int first = (int) (index - baseIndex - 1);
        return List.copyOf(entries.subList(first, Math.min(entries.size(), first + max)));
    }

    /** Returns the entries from the first that is not in this log yet. */
    List<RaftEntry> unknown(List<RaftEntry> received) {
        int known = 0;
        while (known < received.size()
                && (received.get(known).index() <= baseIndex
                        || termAt(received.get(known).index())
                                == received.get(known).term())) {
            known++;
        }
        return received.subList(known, received.size());
    }

    /** Replaces the end of the log, which must not be committed, and syncs it. */
    void replaceEnd(List<RaftEntry> fresh, Runnable synced) {
        long first = fresh.getFirst().index();
        if (first <= node.committed()) {
            throw new IllegalStateException("the model of Raft cut a committed entry");
        }
        if (first <= lastIndex()) {
            cuts++;
            durable = Math.min(durable, first - 1);
            entries.subList((int) (first - baseIndex - 1), entries.size()).clear();
        }
        entries.addAll(fresh);
        long last = lastIndex();
        long cutsNow = cuts;
        node.disk.append(node.process, fresh, node::fail, () -> {
            if (cuts == cutsNow) {
                durable = Math.max(durable, last);
            }
            synced.run();
        });
    }

    /** Replaces the whole log with a leader's snapshot. */
    void install(StoredSnapshot newer, Runnable synced) {
        cuts++;
        entries.clear();
        snapshot = newer;
        baseIndex = newer.index();
        baseTerm = newer.term();
        baseMembers = newer.members();
        durable = 0;
        long cutsNow = cuts;
        node.disk.store(node.process, newer, 0, true, node::fail, () -> {
            if (cuts == cutsNow) {
                durable = Math.max(durable, newer.index());
            }
            synced.run();
        });
    }

    /** Keeps a snapshot of the replica and drops the log before it, but for some entries. */
    void keep(long index, byte[] bytes, Runnable stored) {
        long term = termAt(index);
        StoredSnapshot before = snapshot;
        if (term == 0 || before != null && before.index() >= index) {
            stored.run();
            return;
        }
        StoredSnapshot newer = new StoredSnapshot(index, term, membersAt(index), bytes);
        long dropUpTo = Math.max(baseIndex, index - node.options.keptEntries());
        node.disk.store(node.process, newer, dropUpTo, false, node::fail, () -> {
            StoredSnapshot now = snapshot;
            if (now == null || now.index() < newer.index()) {
                snapshot = newer;
                drop(Math.min(dropUpTo, node.applied()));
            }
            stored.run();
        });
    }

    private void drop(long upTo) {
        if (upTo > baseIndex && upTo <= lastIndex()) {
            long newTerm = termAt(upTo);
            SortedSet<String> newMembers = new TreeSet<>(membersAt(upTo));
            entries.subList(0, (int) (upTo - baseIndex)).clear();
            baseIndex = upTo;
            baseTerm = newTerm;
            baseMembers = Collections.unmodifiableSortedSet(newMembers);
        }
    }
}
