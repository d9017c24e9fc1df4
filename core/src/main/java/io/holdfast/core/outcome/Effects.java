package io.holdfast.core.outcome;

import io.holdfast.core.event.Event;

import java.util.ArrayList;
import java.util.List;

/**
 * What one batch brought about. The machine owns and reuses it: whoever reads it must be done
 * before the next batch is applied.
 */
public final class Effects {

    private final List<Reply> replies = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();

    public List<Reply> replies() {
        return replies;
    }

    public List<Event> events() {
        return events;
    }

    /** Forgets the last batch. Only the machine calls it. */
    public void clear() {
        replies.clear();
        events.clear();
    }
}
