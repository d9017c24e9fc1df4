package io.holdfast.sim;

import java.util.Map;
import java.util.TreeMap;

/**
 * Counts rare events. A simulator that stopped exploring would still pass every check, so the tests
 * require that each of these events occurred.
 */
public final class Marks {

    private final Map<String, Long> hits = new TreeMap<>();

    public void hit(String mark) {
        hits.merge(mark, 1L, Long::sum);
    }

    public void addAll(Marks others) {
        others.hits.forEach((mark, count) -> hits.merge(mark, count, Long::sum));
    }

    public Map<String, Long> hits() {
        return hits;
    }
}
