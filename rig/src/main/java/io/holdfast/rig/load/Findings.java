package io.holdfast.rig.load;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What was found to be wrong. Safe to use from any thread. */
public final class Findings {

    /** Enough to see what is wrong; a server that forgot everything would fill pages. */
    private static final int TEXTS_MAX = 40;

    /** The kinds of wrong. */
    public enum Kind {
        /** An acknowledged grant, place or session is gone. */
        LOST,
        /** Something that was over is there again. */
        RESURRECTED,
        /** More holders at once than the limit allows. */
        TWO_HOLDERS,
        /** A fence that does not rise. */
        FENCE,
        /** A later waiter was served first. */
        ORDER,
        /** A repeated request id got another answer than the first. */
        REPEAT,
        /** An answer that the contract does not allow here. */
        ANSWER
    }

    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    private final List<String> texts = new ArrayList<>();

    public synchronized void add(Kind kind, String text) {
        counts.merge(kind, 1, Integer::sum);
        if (texts.size() < TEXTS_MAX) {
            texts.add(kind + ": " + text);
        }
    }

    public synchronized int count(Kind kind) {
        return counts.getOrDefault(kind, 0);
    }

    public synchronized List<String> texts() {
        return List.copyOf(texts);
    }

    public synchronized boolean none() {
        return counts.isEmpty();
    }
}
