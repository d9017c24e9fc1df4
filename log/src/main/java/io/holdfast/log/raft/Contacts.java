package io.holdfast.log.raft;

import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.log.Clock;
import io.holdfast.log.Contact;
import io.holdfast.log.LostMember;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * When the leader last answered each member, in this term. A member delivers a grant only shortly
 * after it sent a message that the leader answered. A grant that was made later than that is
 * therefore not delivered, and the leader may have it passed on once it no longer answers the
 * member.
 *
 * <p>Threading: any thread.
 */
final class Contacts {

    /** An answer that does not count: it does not allow the member to deliver grants. */
    static final long NOT_COUNTED = -1;

    /** Clock rates differ by less than 1 %; the margin is many times that error over 2 s. */
    private static final long MARGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Clock clock;
    private final Map<Process, Long> heardNanos = new HashMap<>();
    private final Set<Process> lost = new HashSet<>();
    private final Set<Process> replaced = new HashSet<>();
    private Set<Process> alive = Set.of();
    private long term = NOT_COUNTED;
    private long confirmed = NOT_COUNTED;
    private long baseNanos;
    private long baseMonotonicNanos;

    private record Process(String node, long incarnation) {}

    Contacts(Clock clock) {
        this.clock = clock;
    }

    /** Sets the processes that are alive according to the applied entries. */
    synchronized void alive(List<MemberProcess> lives) {
        Set<Process> now = new HashSet<>();
        lives.forEach(life -> now.add(new Process(life.member(), life.incarnation())));
        alive = now;
    }

    /** Starts a new term of this leader, in which log time continues from the given time. */
    synchronized void begin(long newTerm, long fromNanos) {
        if (newTerm > term) {
            term = newTerm;
            baseNanos = fromNanos;
            baseMonotonicNanos = clock.monotonicNanos();
            heardNanos.clear();
            lost.clear();
            replaced.clear();
        }
    }

    /**
     * Confirms that this process has appended an entry as the leader of that term. Ratis's report
     * that it leads does not prove the term, because that may be the next one already.
     */
    synchronized void confirm(long ledTerm) {
        confirmed = Math.max(confirmed, ledTerm);
    }

    /**
     * Records a message that will be answered. Returns the term for the answer, or
     * {@link #NOT_COUNTED} if the process is declared lost or is not known to be alive: an earlier
     * leader may have passed its grants on.
     */
    synchronized long heard(String node, long incarnation) {
        Process process = new Process(node, incarnation);
        if (!isConfirmed() || lost.contains(process) || !alive.contains(process)) {
            return NOT_COUNTED;
        }
        heardNanos.put(process, baseNanos + (clock.monotonicNanos() - baseMonotonicNanos));
        return term;
    }

    /**
     * Returns whether a starting process has to wait until its predecessor is declared lost,
     * because its own start would not pass any grants on.
     */
    synchronized boolean waits(String node, long incarnation) {
        boolean waits = false;
        for (Process process : alive) {
            if (process.node.equals(node) && process.incarnation < incarnation) {
                replaced.add(process);
                waits = true;
            }
        }
        return waits;
    }

    /** Returns whether a newer process of the same member waits to start. */
    synchronized boolean isReplaced(String node, long incarnation) {
        return replaced.contains(new Process(node, incarnation));
    }

    /** Declares a process lost: in this term its messages are no longer answered as contact. */
    synchronized LostMember lose(String node, long incarnation) {
        Process process = new Process(node, incarnation);
        lost.add(process);
        if (!isConfirmed()) {
            // Without an entry of this term there is no grant of it either.
            return new LostMember(term, MemberCommand.Lost.NOTHING);
        }
        Long heard = heardNanos.get(process);
        // The last batch of the previous term may have the same time as the start of this one.
        long sinceNanos =
                heard == null ? baseNanos + 1 : heard + Contact.FRESH_NANOS + MARGIN_NANOS;
        return new LostMember(term, sinceNanos);
    }

    private boolean isConfirmed() {
        return term != NOT_COUNTED && term == confirmed;
    }
}
