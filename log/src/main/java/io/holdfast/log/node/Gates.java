package io.holdfast.log.node;

import io.holdfast.core.command.RequestId;
import io.holdfast.core.command.SessionId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lets the calls of one session through one at a time, in the order in which they came. A repeat of
 * the very request that is under way goes in beside it, so that it can take over its place in line
 * when the first asker hangs up.
 */
final class Gates {

    /** The call that went in first, by session; those behind it and beside it hang on it. */
    private final Map<SessionId, Submission> inside = new HashMap<>();

    /** Whether the call may go on now; otherwise it is kept until those before it are answered. */
    boolean enter(SessionId session, Submission submission) {
        Submission first = inside.putIfAbsent(session, submission);
        if (first == null) {
            submission.inside = 1;
            return true;
        }
        RequestId request = submission.call.request();
        if (request != null && request.equals(first.call.request())) {
            submission.beside = first;
            first.inside++;
            return true;
        }
        ArrayDeque<Submission> behind = first.behind;
        if (behind == null) {
            behind = new ArrayDeque<>(2);
            first.behind = behind;
        }
        behind.add(submission);
        return false;
    }

    /** A call was answered; the next one of its session may go on when nobody is left inside. */
    @Nullable
    Submission leave(SessionId session, Submission submission) {
        Submission first = submission.beside != null ? submission.beside : submission;
        first.inside--;
        if (first.inside > 0) {
            return null;
        }
        Submission next = first.behind == null ? null : first.behind.poll();
        if (next == null) {
            inside.remove(session);
        } else {
            next.behind = first.behind;
            next.inside = 1;
            inside.put(session, next);
        }
        return next;
    }

    /** Takes out a call that is kept and whose client is gone; null where it is not kept. */
    @Nullable
    Submission abandon(SessionId session, long sequence) {
        Submission first = inside.get(session);
        if (first != null && first.behind != null) {
            for (Submission kept : first.behind) {
                if (kept.sequence == sequence) {
                    first.behind.remove(kept);
                    return kept;
                }
            }
        }
        return null;
    }

    /** Every call that is kept, and all who are inside: nobody waits for them any more. */
    List<Submission> clear() {
        List<Submission> kept = takeAll();
        inside.clear();
        return kept;
    }

    /** Every call that is kept; none of them goes on any more. */
    List<Submission> takeAll() {
        List<Submission> all = new ArrayList<>();
        for (Submission first : inside.values()) {
            if (first.behind != null) {
                all.addAll(first.behind);
                first.behind = null;
            }
        }
        return all;
    }
}
