package io.holdfast.log.node;

import io.holdfast.core.command.Format;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.log.Clock;
import io.holdfast.log.Contact;
import io.holdfast.log.Group;
import io.holdfast.log.Term;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Decides at one of several members whether a grant may be delivered: only while the leader of its
 * term, or of a later one, has just answered this member. Otherwise the leader may have declared
 * this member lost and passed the grant on. A reply without contact is held until there is some, or
 * until it has to be answered as unknown. All of it happens in the lane.
 */
final class GrantDelivery {

    /** A member that has waiting calls has a contact at most about so old. */
    private static final long SEEK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Not sent more often than this while no answer comes. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long HOLD_NANOS_MAX = TimeUnit.SECONDS.toNanos(3);

    private final Group group;
    private final Clock clock;
    private final ArrayDeque<Held> held = new ArrayDeque<>();

    /** Read by the threads that bring answers, which need not wake the lane for nothing. */
    private volatile boolean holds;

    private long soughtNanos;
    private boolean sought;
    private boolean checks;
    private long incarnation;

    private record Held(Submission submission, Outcome outcome, Term term, long sinceNanos) {}

    GrantDelivery(Group group, Clock clock) {
        this.group = group;
        this.clock = clock;
    }

    /** Below the third format no member gives contact and no leader passes grants on. */
    void applied(int format, long process) {
        checks = format >= Format.THIRD;
        incarnation = process;
    }

    /**
     * Whether the outcome may go to the client now; to be asked directly before it does. Grants of
     * a term in which this member led are passed on by nobody else.
     */
    boolean lets(Outcome outcome, Term term) {
        return term.led() || outcome.grantedFence() == 0 || inContact(term.number());
    }

    private boolean inContact(long term) {
        return !checks || group.contact().newest().lets(incarnation, term, clock.monotonicNanos());
    }

    /** Keeps a reply until there is contact. */
    void hold(Submission submission, Outcome outcome, Term term) {
        held.add(new Held(submission, outcome, term, clock.monotonicNanos()));
        holds = true;
        seek();
    }

    /** Whether an answer of the leader could let something go; asked on any thread. */
    boolean holds() {
        return holds;
    }

    /** Lets everything go that may go now. */
    void release(BiConsumer<Submission, Outcome> deliver) {
        for (Held each : take()) {
            if (lets(each.outcome, each.term)) {
                deliver.accept(each.submission, each.outcome);
            } else {
                held.add(each);
            }
        }
        holds = !held.isEmpty();
    }

    /** Gives up what was held for too long, and seeks contact for what is held or may be. */
    void look(int parked, BiConsumer<Submission, Outcome> deliver) {
        long nowNanos = clock.monotonicNanos();
        if (holds) {
            release(deliver);
            for (Held each : take()) {
                if (nowNanos - each.sinceNanos > HOLD_NANOS_MAX) {
                    deliver.accept(each.submission, Outcome.UNKNOWN);
                } else {
                    held.add(each);
                }
            }
            holds = !held.isEmpty();
        }
        Contact contact = group.contact().newest();
        boolean fresh =
                contact.incarnation() == incarnation && contact.isYounger(SEEK_NANOS, nowNanos);
        // A leader needs contact, with itself, only for what it held before it led.
        if (holds || parked > 0 && !fresh && !group.leads()) {
            seek();
        }
    }

    private void seek() {
        long nowNanos = clock.monotonicNanos();
        if (checks && (!sought || nowNanos - soughtNanos >= PAUSE_NANOS)) {
            sought = true;
            soughtNanos = nowNanos;
            group.contact().seek(incarnation);
        }
    }

    /** Everything that is held: its clients are told that nothing is known. */
    List<Submission> takeAll() {
        List<Submission> all = take().stream().map(Held::submission).toList();
        holds = false;
        return all;
    }

    private List<Held> take() {
        List<Held> taken = new ArrayList<>(held);
        held.clear();
        return taken;
    }
}
