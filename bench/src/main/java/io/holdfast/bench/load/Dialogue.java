package io.holdfast.bench.load;

import java.util.List;

/**
 * All that one connection says: the opening once, the pair again and again, the closing once.
 *
 * @param opening what must be there before load can begin, such as a session; not measured
 * @param pair what is measured as one, in this order
 * @param closing what leaves the server as it was; not measured
 * @param turn what is done before each pair, such as writing another name into its requests
 */
public record Dialogue(List<Step> opening, List<Step> pair, List<Step> closing, Runnable turn) {

    /** Copies the lists, which are read by index while the load runs. */
    public Dialogue {
        opening = List.copyOf(opening);
        pair = List.copyOf(pair);
        closing = List.copyOf(closing);
        if (pair.isEmpty()) {
            throw new IllegalArgumentException("a dialogue without a pair measures nothing");
        }
    }

    /** A dialogue that says the same again and again. */
    public Dialogue(List<Step> opening, List<Step> pair, List<Step> closing) {
        this(opening, pair, closing, () -> {});
    }
}
