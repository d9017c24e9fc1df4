package io.holdfast.log.node;

import io.holdfast.core.command.SessionId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lets the calls of one session through one at a time, in the order in which they came. */
final class Gates {

    /** Stands for a session that has a call under way and nothing behind it. */
    private static final ArrayDeque<Submission> NONE = new ArrayDeque<>(0);

    private final Map<SessionId, ArrayDeque<Submission>> busy = new HashMap<>();

    /** Whether the call may go on now; otherwise it is kept until those before it are answered. */
    boolean enter(SessionId session, Submission submission) {
        ArrayDeque<Submission> behind = busy.putIfAbsent(session, NONE);
        if (behind == null) {
            return true;
        }
        if (behind == NONE) {
            behind = new ArrayDeque<>(2);
            busy.put(session, behind);
        }
        behind.add(submission);
        return false;
    }

    /** A call was answered; the next one of its session may go on. */
    @Nullable
    Submission leave(SessionId session) {
        ArrayDeque<Submission> behind = busy.get(session);
        Submission next = behind == null ? null : behind.poll();
        if (next == null) {
            busy.remove(session);
        }
        return next;
    }

    /** Every call that is kept; none of them goes on any more. */
    List<Submission> takeAll() {
        List<Submission> all = new ArrayList<>();
        for (Map.Entry<SessionId, ArrayDeque<Submission>> entry : busy.entrySet()) {
            all.addAll(entry.getValue());
            entry.setValue(NONE);
        }
        return all;
    }
}
