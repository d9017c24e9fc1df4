package io.holdfast.server;

import sun.misc.Signal;

/**
 * Hears the signals that end a process. A shutdown hook could stop the server too, but the process
 * would then end with the signal's code, as if it had been cut off. This is the only class that may
 * use the JDK's own type for it; the build makes the exception by name.
 */
final class Signals {

    private Signals() {}

    /** Runs the action, on a thread of its own, when the process is asked to end. */
    static void onStop(Runnable action) {
        for (String name : new String[] {"TERM", "INT"}) {
            Signal.handle(
                    new Signal(name), signal -> Thread.ofPlatform().name("stop").start(action));
        }
    }

    /** Runs the action, on a thread of its own, when the process is asked to read its files. */
    static void onReload(Runnable action) {
        Signal.handle(
                new Signal("HUP"), signal -> Thread.ofPlatform().name("reload").start(action));
    }
}
