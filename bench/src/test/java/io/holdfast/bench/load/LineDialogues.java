package io.holdfast.bench.load;

import java.util.List;
import java.util.function.IntFunction;

/** Acquire and release against {@link FakeLine}. */
final class LineDialogues {

    private static final String TOKEN = "T".repeat(32);

    private LineDialogues() {}

    static IntFunction<Dialogue> unique() {
        return connection -> pair("key-" + connection);
    }

    static IntFunction<Dialogue> shared() {
        return connection -> pair("key");
    }

    private static Dialogue pair(String key) {
        Step release =
                new Step(Protocol.LINE, "r\n" + key + "\n" + TOKEN + "\n", 'o').expecting("ok\n");
        Step acquire = new Step(Protocol.LINE, "l\n" + key + "\n60 60\n", 'o')
                .capturing("ok ", TOKEN, List.of(release));
        return new Dialogue(List.of(), List.of(acquire, release), List.of());
    }
}
