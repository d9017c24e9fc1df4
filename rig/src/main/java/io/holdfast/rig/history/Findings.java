package io.holdfast.rig.history;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The violations that were found. Thread-safe. */
public final class Findings {

    /** Enough to diagnose; a server that lost its state would fill pages. */
    private static final int TEXTS_MAX = 40;

    /** The kinds of violations. */
    public enum Kind {
        /** An acknowledged grant, place or session is gone. */
        LOST("acknowledged and lost"),
        /** Something that had ended exists again. */
        RESURRECTED("ended and there again"),
        /** More holders at once than the limit allows. */
        TWO_HOLDERS("more holders than the limit"),
        /** Another client got the lease before it expired. */
        EARLY("leases that ended early"),
        /** A fence that does not rise. */
        FENCE("fences that did not rise"),
        /** A later waiter was served first. */
        ORDER("served out of order"),
        /** A repeated request id got another answer than the first. */
        REPEAT("repeats with another answer"),
        /** A member without a majority decided something. */
        MINORITY("decided by a minority"),
        /** A request, or all of them, took too long while a majority was healthy. */
        LIVENESS("stalls while a majority was healthy"),
        /** Answers about one resource that no order of the operations explains. */
        LINEAR("answers that no order explains"),
        /** A client believed to hold what another client was granted. */
        BELIEF("believed to hold and did not"),
        /** An answer that the contract does not allow here. */
        ANSWER("answers that the contract does not allow"),
        /** A fault that the rig injected and that was not observed. */
        FAULT("faults that did not occur");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** Returns the words for a page. */
        public String text() {
            return text;
        }
    }

    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    private final List<String> texts = new ArrayList<>();

    public synchronized void add(Kind kind, String text) {
        counts.merge(kind, 1, Integer::sum);
        if (texts.size() < TEXTS_MAX) {
            texts.add(kind + ": " + text);
        }
    }

    /** Adds all findings of another collection. */
    public void addAll(Findings other) {
        List<String> theirs = other.texts();
        Map<Kind, Integer> counted = other.counts();
        synchronized (this) {
            counted.forEach((kind, count) -> counts.merge(kind, count, Integer::sum));
            texts.addAll(theirs);
        }
    }

    private synchronized Map<Kind, Integer> counts() {
        return Map.copyOf(counts);
    }

    public synchronized int count(Kind kind) {
        return counts.getOrDefault(kind, 0);
    }

    public synchronized List<String> texts() {
        return List.copyOf(texts);
    }

    /** Returns the total number. */
    public synchronized int total() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    public synchronized boolean none() {
        return counts.isEmpty();
    }
}
