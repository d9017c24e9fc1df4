package io.holdfast.cli.guard;

import java.util.List;

/**
 * All processes that the command started. Its process group gets the signals of users; the end of
 * the lease also reaches descendants that left the group, because the guard adopts orphans.
 */
final class Family {

    private final int group;

    Family(int group) {
        this.group = group;
    }

    /** Sends a signal to the process group. */
    void signal(int signal) {
        Posix.kill(-group, signal);
    }

    /** Returns true while a process of the group lives. */
    boolean hasGroup() {
        return Posix.kill(-group, 0);
    }

    /** Sends a signal to every descendant, in the group or not; true if there was one. */
    boolean signalAll(int signal) {
        List<ProcessHandle> all = ProcessHandle.current().descendants().toList();
        boolean any = Posix.kill(-group, signal);
        for (ProcessHandle process : all) {
            any |= Posix.kill((int) process.pid(), signal);
        }
        return any;
    }
}
