package io.holdfast.server.edge;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Divides long work on an event loop into turns, between which the loop serves its sockets. */
public final class TurnGroups {

    private TurnGroups() {}

    /**
     * Passes all elements on in groups, one group in each turn of the loop. It may be called by any
     * thread and returns at once.
     */
    public static <T> void pass(
            Executor loop, Iterator<T> left, int groupMax, Consumer<List<T>> action) {
        loop.execute(() -> turn(loop, left, groupMax, action));
    }

    private static <T> void turn(
            Executor loop, Iterator<T> left, int groupMax, Consumer<List<T>> action) {
        List<T> group = new ArrayList<>();
        while (left.hasNext() && group.size() < groupMax) {
            group.add(left.next());
        }
        action.accept(group);
        if (left.hasNext()) {
            atNextTurn(loop, () -> turn(loop, left, groupMax, action));
        }
    }

    /**
     * Runs a task after the loop has polled its sockets again. While it has tasks, the loop may do
     * nothing else for up to a second, so long work must not continue through plain tasks.
     */
    public static void atNextTurn(Executor loop, Runnable task) {
        loop.execute(() -> {
            if (loop instanceof ScheduledExecutorService turns) {
                turns.schedule(task, 0, TimeUnit.NANOSECONDS);
            } else {
                task.run();
            }
        });
    }
}
