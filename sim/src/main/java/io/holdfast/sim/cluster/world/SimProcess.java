package io.holdfast.sim.cluster.world;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One process of a member. While it is paused, everything that happens to it waits; after its death
 * nothing happens to it any more.
 */
public final class SimProcess {

    private final Events events;
    private final Deque<Runnable> backlog = new ArrayDeque<>();
    private boolean alive = true;
    private boolean paused;

    public SimProcess(Events events) {
        this.events = events;
    }

    public boolean isAlive() {
        return alive;
    }

    public boolean isPaused() {
        return paused;
    }

    public void run(Runnable task) {
        if (alive && paused) {
            backlog.add(task);
        } else if (alive) {
            task.run();
        }
    }

    public void after(long nanos, Runnable task) {
        events.after(nanos, () -> run(task));
    }

    public void pause() {
        paused = true;
    }

    /** Continues, and first does what has waited. */
    public void resume() {
        paused = false;
        while (alive && !paused && !backlog.isEmpty()) {
            backlog.remove().run();
        }
    }

    public void kill() {
        alive = false;
        backlog.clear();
    }
}
