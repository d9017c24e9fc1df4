package io.holdfast.cli.common;

import java.io.Console;
import java.io.File;
import java.io.IOException;

/** Finds out whether a person reads the output. */
public final class Terminals {

    private Terminals() {}

    /**
     * Returns whether all these file descriptors are terminals. On Linux their links show it,
     * without the libraries that the JDK loads for a console.
     */
    public static boolean isTerminal(int... files) {
        File open = new File("/proc/self/fd");
        if (!open.exists()) {
            Console console = System.console();
            return console != null && console.isTerminal();
        }
        for (int file : files) {
            if (!isTerminal(new File(open, String.valueOf(file)))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isTerminal(File link) {
        try {
            String target = link.getCanonicalPath();
            return target.startsWith("/dev/pts/")
                    || target.startsWith("/dev/tty")
                    || target.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }
}
