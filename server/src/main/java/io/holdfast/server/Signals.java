package io.holdfast.server;

import sun.misc.Signal;

/**
 * Handles process signals. A shutdown hook could stop the server too, but the process would then
 * exit with the signal's code, as if it had been killed. Only this class may use the JDK's internal
 * signal type; the build exempts it by name.
 */
final class Signals {

    private Signals() {}

    /** Runs the action on SIGTERM or SIGINT, on a thread of its own. */
    static void onStop(Runnable action) {
        for (String name : new String[] {"TERM", "INT"}) {
            Signal.handle(
                    new Signal(name), signal -> Thread.ofPlatform().name("stop").start(action));
        }
    }

    /** Runs the action on SIGHUP, on a thread of its own. */
    static void onReload(Runnable action) {
        Signal.handle(
                new Signal("HUP"), signal -> Thread.ofPlatform().name("reload").start(action));
    }
}
