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
 * Puts the batches of all nodes into entries while this node leads. An entry costs each node a sync
 * and dozens of wake-ups, whatever it holds; so what comes while entries are under way goes into
 * the next one together. A batch that comes when there is room waits for nobody.
 *
 * <p>Made anew for each term, so that nothing of an earlier one is waited for. Threading: called
 * from any thread.
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
     * @param log keeps batches as one entry, and says when it has or that it does not
     * @param bytesMax of the batches of an entry; one alone is taken as it is
     */
    Bundler(Function<List<Entry>, CompletableFuture<Void>> log, int underWayMax, int bytesMax) {
        this.log = log;
        this.underWayMax = underWayMax;
        this.bytesMax = bytesMax;
    }

    /** Takes a batch, and says when the log has it. */
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

    /** Whether there are batches that follow as soon as an entry is through. */
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

    /** What goes into the next entry: nothing where no entry may go, or there is nothing. */
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
        // What waited goes first: nobody gains by hearing of this one a moment earlier.
        send();
        for (Brought one : bundle) {
            if (problem == null) {
                one.kept.complete(null);
            } else {
                one.kept.completeExceptionally(problem);
            }
        }
    }

    /** The node leads no more; what waits has to go to whoever leads next. */
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
        return new IOException("this node leads no more");
    }
}
