package io.holdfast.cli.run;

import java.util.List;
import java.util.function.IntConsumer;
import sun.misc.Signal;

/** Receives the signals that the wrapper passes on. The build exempts this class by name. */
final class SignalListener {

    /** Not KILL and STOP, which cannot be received, and not QUIT, which the JVM keeps. */
    private static final List<String> NAMES =
            List.of("HUP", "INT", "TERM", "USR1", "USR2", "WINCH", "TSTP");

    private SignalListener() {}

    /** Calls the listener with the number of each signal. A signal that is ignored stays so. */
    static void listen(IntConsumer listener) {
        for (String name : NAMES) {
            Signal.handle(new Signal(name), signal -> listener.accept(signal.getNumber()));
        }
    }
}
