package io.holdfast.log.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls that wait for their outcomes, by number, as a hash table with linear probing. Numbers
 * are consecutive, so each call finds its own slot unless many older ones are parked.
 */
final class Pending {

    private @Nullable Submission[] slots = new Submission[1024];
    private int size;

    void add(Submission submission) {
        if (size * 2 >= slots.length) {
            grow();
        }
        insert(submission);
        size++;
    }

    @Nullable
    Submission find(long sequence) {
        return slots[slot(sequence)];
    }

    @Nullable
    Submission take(long sequence) {
        int hole = slot(sequence);
        Submission taken = slots[hole];
        if (taken != null) {
            size--;
            close(hole);
        }
        return taken;
    }

    /** Returns the calls whose commands are not applied yet, as far as this member knows. */
    List<Submission> unparked() {
        List<Submission> found = new ArrayList<>();
        for (Submission submission : slots) {
            if (submission != null && !submission.parked) {
                found.add(submission);
            }
        }
        return found;
    }

    List<Submission> takeAll() {
        List<Submission> all = new ArrayList<>(size);
        for (Submission submission : slots) {
            if (submission != null) {
                all.add(submission);
            }
        }
        slots = new Submission[1024];
        size = 0;
        return all;
    }

    /** Returns the slot of the call, or the free slot at which the search ends. */
    private int slot(long sequence) {
        int slot = home(sequence);
        Submission found = slots[slot];
        while (found != null && found.sequence != sequence) {
            slot = next(slot);
            found = slots[slot];
        }
        return slot;
    }

    private int home(long sequence) {
        return (int) sequence & (slots.length - 1);
    }

    private int next(int slot) {
        return (slot + 1) & (slots.length - 1);
    }

    private void insert(Submission submission) {
        slots[slot(submission.sequence)] = submission;
    }

    /** Moves later calls of the same run up, so that no search ends at the hole. */
    private void close(int start) {
        int hole = start;
        int probe = next(hole);
        Submission moved = slots[probe];
        while (moved != null) {
            int mask = slots.length - 1;
            int home = home(moved.sequence);
            if (((probe - home) & mask) >= ((probe - hole) & mask)) {
                slots[hole] = moved;
                hole = probe;
            }
            probe = next(probe);
            moved = slots[probe];
        }
        slots[hole] = null;
    }

    private void grow() {
        @Nullable Submission[] old = slots;
        slots = new Submission[old.length * 2];
        for (Submission submission : old) {
            if (submission != null) {
                insert(submission);
            }
        }
    }
}
