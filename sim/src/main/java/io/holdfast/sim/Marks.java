package io.holdfast.sim;

import java.util.Map;
import java.util.TreeMap;

/**
 * How often each rare thing happened. A simulator that quietly stopped exploring would pass every
 * check, so the tests ask that everything in here was seen.
 */
final class Marks {

    private final Map<String, Long> hits = new TreeMap<>();

    void hit(String mark) {
        hits.merge(mark, 1L, Long::sum);
    }

    void addAll(Marks others) {
        others.hits.forEach((mark, count) -> hits.merge(mark, count, Long::sum));
    }

    Map<String, Long> hits() {
        return hits;
    }
}
