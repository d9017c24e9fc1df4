package io.holdfast.cli.guard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The guard process of {@code holdfast run}: starts the command, and ends it before its lease ends.
 *
 * <p>Arguments: the file descriptors of the pipe with orders and of the pipe for reports, the
 * wrapper's process group, the grace in nanoseconds, the number of the command's words, and the
 * command. They are not for people, so they are not checked.
 */
public final class GuardMain {

    private static final int[] IGNORED = {
        Signals.HUP,
        Signals.INT,
        Signals.QUIT,
        Signals.TERM,
        Signals.TSTP,
        Signals.TTIN,
        Signals.TTOU
    };

    private GuardMain() {}

    public static void main(String[] args) throws IOException {
        OwnFiles files = OwnFiles.atStart();
        int orders = Integer.parseInt(args[0]);
        int reports = Integer.parseInt(args[1]);
        int wrapperGroup = Integer.parseInt(args[2]);
        long graceNanos = Long.parseLong(args[3]);
        int words = Integer.parseInt(args[4]);
        long ignored = OwnFiles.ignoredSignals();
        long defaults = 0;
        // Only the end of the command or of its lease ends the guard.
        for (int signal : IGNORED) {
            Posix.ignore(signal);
            defaults |= 1L << (signal - 1);
        }
        Posix.closeOnExec(orders);
        Posix.closeOnExec(reports);
        Posix.adoptOrphans();
        List<byte[]> command = new ArrayList<>(OwnFiles.lastWords(words));
        files.keepFromPrograms();
        Guard guard = new Guard(
                command, defaults & ~ignored, reports, graceNanos, new Terminal(wrapperGroup));
        Thread reader = new Thread(() -> new Orders(orders).readAll(guard::order), "orders");
        reader.setDaemon(true);
        reader.start();
        guard.run();
    }
}
