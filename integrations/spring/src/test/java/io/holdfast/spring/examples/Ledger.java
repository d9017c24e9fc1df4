package io.holdfast.spring.examples;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.springframework.stereotype.Component;

/** A resource that refuses a writer whose fence is lower than the highest it has seen. */
@Component
public class Ledger {

    private final List<String> entries = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> leaders = new LinkedBlockingQueue<>();
    private long highest;

    synchronized void write(String entry, long fence) {
        if (fence < highest) {
            throw new IllegalStateException("the fence " + fence + " is below " + highest);
        }
        highest = fence;
        entries.add(entry);
    }

    void leader(String event) {
        leaders.add(event);
    }

    /** Returns what was written. */
    public List<String> entries() {
        return entries;
    }

    /** Returns what happened to the leadership. */
    public BlockingQueue<String> leaders() {
        return leaders;
    }
}
