package io.holdfast.bench.load;

import java.util.ArrayList;
import java.util.List;

/** Counts faults and keeps the first few as examples. */
final class Faults {

    private static final int EXAMPLES_MAX = 3;

    private final List<String> examples = new ArrayList<>();
    private long count;

    void add(String what) {
        count++;
        if (examples.size() < EXAMPLES_MAX) {
            examples.add(what);
        }
    }

    long count() {
        return count;
    }

    List<String> examples() {
        return List.copyOf(examples);
    }
}
