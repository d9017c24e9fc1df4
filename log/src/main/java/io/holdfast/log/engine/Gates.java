package io.holdfast.log.engine;

import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.SessionId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Serializes the calls of a session, in their order of arrival. A retry of the request in flight
 * enters beside it, so that it can take over its place in the queue when the first client
 * disconnects.
 */
final class Gates {

    /** The first call inside, by session; it links the calls behind and beside it. */
    private final Map<SessionId, Submission> inside = new HashMap<>();

    /** Returns whether the call may proceed; if not, it waits for the calls before it. */
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

    /** Removes an answered call; returns the session's next call if no call is left inside. */
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

    /** Removes a waiting call whose client has disconnected; returns null if it does not wait. */
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

    /** Removes all calls and returns the waiting ones. */
    List<Submission> clear() {
        List<Submission> kept = takeAll();
        inside.clear();
        return kept;
    }

    /** Removes and returns all waiting calls. */
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
