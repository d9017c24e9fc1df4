package io.holdfast.log.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calls that wait for their outcomes, by number. */
final class Pending {

    private final Map<Long, Submission> calls = new HashMap<>();

    int size() {
        return calls.size();
    }

    void add(Submission submission) {
        calls.put(submission.sequence, submission);
    }

    @Nullable
    Submission find(long sequence) {
        return calls.get(sequence);
    }

    @Nullable
    Submission take(long sequence) {
        return calls.remove(sequence);
    }

    List<Submission> takeAll() {
        List<Submission> all = new ArrayList<>(calls.values());
        calls.clear();
        return all;
    }
}
