package io.holdfast.server.events;

import io.holdfast.core.event.Event;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The names of events in a stream. */
enum EventKind {
    GRANTED,
    QUEUED,
    RELEASED,
    EXPIRED,
    BROKEN,
    CANCELLED,
    SESSION_OPENED,
    SESSION_ENDED,
    SETTINGS_CHANGED,
    /** Not an event of the log. */
    LEADER_CHANGED;

    private static final EventKind[] ALL = values();

    /** All names, for messages. */
    static final String NAMES =
            Arrays.stream(ALL).map(EventKind::text).collect(Collectors.joining(", "));

    /** Returns null for an event that is not part of the stream. */
    static @Nullable EventKind of(Event event) {
        return switch (event) {
            case Event.Granted _ -> GRANTED;
            case Event.Queued _ -> QUEUED;
            case Event.Ended e ->
                switch (e.reason()) {
                    case RELEASED -> RELEASED;
                    case EXPIRED -> EXPIRED;
                    case BROKEN -> BROKEN;
                    case SESSION_ENDED, ABANDONED, DELETED, CANCELLED, UNDELIVERED -> CANCELLED;
                };
            case Event.WaitEnded _ -> CANCELLED;
            case Event.SessionOpened _ -> SESSION_OPENED;
            case Event.SessionEnded _ -> SESSION_ENDED;
            case Event.SettingsChanged _ -> SETTINGS_CHANGED;
            case Event.Forgotten _, Event.ClaimMoved _ -> null;
        };
    }

    /** Returns null if no kind has that name. */
    static @Nullable EventKind of(String text) {
        for (EventKind kind : ALL) {
            if (kind.text().equals(text)) {
                return kind;
            }
        }
        return null;
    }

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
