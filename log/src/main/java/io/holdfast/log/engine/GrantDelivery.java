package io.holdfast.log.engine;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.log.Term;

import java.util.List;

/** Decides whether a reply may be delivered, and holds those that may not. In the lane. */
interface GrantDelivery {

    /** Delivers every reply at once: no other member passes a single member's grants on. */
    GrantDelivery AT_ONCE = new GrantDelivery() {
        @Override
        public boolean holds(Submission submission, Outcome outcome, Term term) {
            return false;
        }

        @Override
        public List<Submission> takeAll() {
            return List.of();
        }
    };

    /**
     * Holds a reply that may not be delivered now; to be called directly before the delivery.
     *
     * @param term the term of the leader that appended the outcome's entry
     * @return false if the reply may be delivered
     */
    boolean holds(Submission submission, Outcome outcome, Term term);

    /** Removes all held replies, whose outcome becomes unknown. */
    List<Submission> takeAll();
}
