package io.holdfast.log.raft;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** How far this node has handed the log on, for those who wait for a certain index. */
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
