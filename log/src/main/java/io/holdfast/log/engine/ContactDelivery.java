package io.holdfast.log.engine;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Format;
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
 * Decides at a cluster member whether a grant may be delivered: only while the leader of its term,
 * or of a later one, has recently answered this member. Otherwise the leader may have declared this
 * member lost and passed the grant on. A reply without contact is held until there is contact, or
 * until it is answered as unknown. Everything runs in the lane.
 */
final class ContactDelivery implements GrantDelivery {

    /** The maximum age of the contact, approximately, while calls wait. */
    private static final long SEEK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** The minimum time between messages while no answer arrives. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long HOLD_NANOS_MAX = TimeUnit.SECONDS.toNanos(3);

    private final Group group;
    private final Clock clock;
    private final ArrayDeque<Held> held = new ArrayDeque<>();

    /** Read by the threads that receive answers, so that they wake the lane only if needed. */
    private volatile boolean holding;

    private long soughtNanos;
    private boolean sought;
    private boolean checks;
    private long incarnation;

    private record Held(Submission submission, Outcome outcome, Term term, long sinceNanos) {}

    ContactDelivery(Group group, Clock clock) {
        this.group = group;
        this.clock = clock;
    }

    /** Below the third format, members get no contact and leaders do not pass grants on. */
    void applied(int format, long process) {
        checks = format >= Format.THIRD;
        incarnation = process;
    }

    /** Grants of a term in which this member led cannot be passed on by another member. */
    private boolean lets(Outcome outcome, Term term) {
        return term.led() || outcome.grantedFence() == 0 || inContact(term.number());
    }

    private boolean inContact(long term) {
        return !checks || group.contact().newest().lets(incarnation, term, clock.monotonicNanos());
    }

    @Override
    public boolean holds(Submission submission, Outcome outcome, Term term) {
        boolean holds = !lets(outcome, term);
        if (holds) {
            held.add(new Held(submission, outcome, term, clock.monotonicNanos()));
            holding = true;
            seek();
        }
        return holds;
    }

    /** Returns whether a leader's answer could release a reply; any thread. */
    boolean isHolding() {
        return holding;
    }

    /** Delivers the replies that may be delivered now. */
    void release(BiConsumer<Submission, Outcome> deliver) {
        for (Held each : take()) {
            if (lets(each.outcome, each.term)) {
                deliver.accept(each.submission, each.outcome);
            } else {
                held.add(each);
            }
        }
        holding = !held.isEmpty();
    }

    /** Answers replies held for too long as unknown; seeks contact for held and waiting ones. */
    void look(int parked, BiConsumer<Submission, Outcome> deliver) {
        long nowNanos = clock.monotonicNanos();
        if (holding) {
            release(deliver);
            for (Held each : take()) {
                if (nowNanos - each.sinceNanos > HOLD_NANOS_MAX) {
                    deliver.accept(each.submission, Outcome.UNKNOWN);
                } else {
                    held.add(each);
                }
            }
            holding = !held.isEmpty();
        }
        Contact contact = group.contact().newest();
        boolean fresh =
                contact.incarnation() == incarnation && contact.isYounger(SEEK_NANOS, nowNanos);
        // A leader needs contact, with itself, only for replies that it held before it led.
        if (holding || parked > 0 && !fresh && !group.leads()) {
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

    @Override
    public List<Submission> takeAll() {
        List<Submission> all = take().stream().map(Held::submission).toList();
        holding = false;
        return all;
    }

    private List<Held> take() {
        List<Held> taken = new ArrayList<>(held);
        held.clear();
        return taken;
    }
}
