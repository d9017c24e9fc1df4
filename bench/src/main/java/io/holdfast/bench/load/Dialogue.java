package io.holdfast.bench.load;

import java.util.List;

/**
 * All requests of one connection: the opening once, the pair repeatedly, the closing once.
 *
 * @param opening what is required before the load, such as a session; not measured
 * @param pair the requests that are measured together, in this order
 * @param closing what restores the server's state; not measured
 * @param turn runs before each pair, for example to write another name into its requests
 */
public record Dialogue(List<Step> opening, List<Step> pair, List<Step> closing, Runnable turn) {

    /** Copies the lists, which are read by index during the load. */
    public Dialogue {
        opening = List.copyOf(opening);
        pair = List.copyOf(pair);
        closing = List.copyOf(closing);
        if (pair.isEmpty()) {
            throw new IllegalArgumentException("a dialogue without a pair measures nothing");
        }
    }

    /** Creates a dialogue whose pair never changes. */
    public Dialogue(List<Step> opening, List<Step> pair, List<Step> closing) {
        this(opening, pair, closing, () -> {});
    }
}
