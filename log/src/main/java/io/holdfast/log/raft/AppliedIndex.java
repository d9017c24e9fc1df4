package io.holdfast.log.raft;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** The last index that this member has applied, for callers that wait for an index. */
final class AppliedIndex {

    private final NavigableMap<Long, CompletableFuture<Void>> waiting = new TreeMap<>();
    private long index = -1;

    CompletableFuture<Void> upTo(long wanted) {
        synchronized (this) {
            if (wanted > index) {
                return waiting.computeIfAbsent(wanted, any -> new CompletableFuture<>());
            }
        }
        return CompletableFuture.completedFuture(null);
    }

    void reached(long reached) {
        List<CompletableFuture<Void>> due;
        synchronized (this) {
            index = Math.max(index, reached);
            if (waiting.isEmpty()) {
                return;
            }
            NavigableMap<Long, CompletableFuture<Void>> past = waiting.headMap(index, true);
            due = new ArrayList<>(past.values());
            past.clear();
        }
        due.forEach(future -> future.complete(null));
    }
}
