package io.holdfast.core.outcome;

import io.holdfast.core.event.Event;

import java.util.ArrayList;
import java.util.List;

/**
 * The effects of one batch. The machine owns and reuses this object: callers must finish reading it
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

    /** Clears the effects of the last batch. Only the machine calls it. */
    public void clear() {
        replies.clear();
        events.clear();
    }
}
