package io.holdfast.log.raft;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Combines the batches of all members into entries while this member leads. An entry costs each
 * member a sync and dozens of wake-ups, independent of its size, so batches that arrive while
 * entries are in flight share the next entry. A batch that arrives when there is room is sent at
 * once.
 *
 * <p>Created anew for each term, so that it never waits for entries of an earlier term. Threading:
 * any thread.
 */
final class Bundler {

    private final Function<List<Entry>, CompletableFuture<Void>> log;
    private final int underWayMax;
    private final int bytesMax;

    private final Deque<Brought> waiting = new ArrayDeque<>();
    private int underWay;
    private boolean stopped;

    private record Brought(Entry entry, CompletableFuture<Void> kept) {}

    /**
     * @param log appends batches as one entry; completes when it is stored, or fails
     * @param bytesMax the size limit of an entry with several batches; a single batch may exceed it
     */
    Bundler(Function<List<Entry>, CompletableFuture<Void>> log, int underWayMax, int bytesMax) {
        this.log = log;
        this.underWayMax = underWayMax;
        this.bytesMax = bytesMax;
    }

    /** Adds a batch; completes when the log has stored it. */
    CompletableFuture<Void> bring(Entry entry) {
        Brought brought = new Brought(entry, new CompletableFuture<>());
        synchronized (this) {
            if (stopped) {
                return CompletableFuture.failedFuture(leadsNoMore());
            }
            waiting.add(brought);
        }
        send();
        return brought.kept;
    }

    /** Returns whether batches wait for an entry in flight. */
    synchronized boolean waiting() {
        return !waiting.isEmpty();
    }

    private void send() {
        for (List<Brought> next = take(); !next.isEmpty(); next = take()) {
            List<Brought> bundle = next;
            log.apply(bundle.stream().map(Brought::entry).toList())
                    .whenComplete((nothing, problem) -> landed(bundle, problem));
        }
    }

    /** Returns the batches of the next entry; empty if none wait or no entry may be sent. */
    private synchronized List<Brought> take() {
        List<Brought> bundle = new ArrayList<>();
        if (underWay >= underWayMax || waiting.isEmpty()) {
            return bundle;
        }
        int bytes = 0;
        do {
            Brought first = waiting.remove();
            bytes += first.entry.bytesAmongOthers();
            bundle.add(first);
        } while (!waiting.isEmpty()
                && bytes + waiting.element().entry.bytesAmongOthers() <= bytesMax);
        underWay++;
        return bundle;
    }

    private void landed(List<Brought> bundle, @Nullable Throwable problem) {
        synchronized (this) {
            underWay--;
        }
        // Waiting batches are sent first, because the callers gain nothing from an earlier
        // completion.
        send();
        for (Brought one : bundle) {
            if (problem == null) {
                one.kept.complete(null);
            } else {
                one.kept.completeExceptionally(problem);
            }
        }
    }

    /** Fails the waiting batches, which have to go to the next leader. */
    void stop() {
        List<Brought> left;
        synchronized (this) {
            stopped = true;
            left = new ArrayList<>(waiting);
            waiting.clear();
        }
        left.forEach(one -> one.kept.completeExceptionally(leadsNoMore()));
    }

    private static IOException leadsNoMore() {
        return new IOException("this member no longer leads");
    }
}
