package io.holdfast.server.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The number of file descriptors that connections may use. They must never use the last one: the
 * log opens files too, and the server ends if it cannot open one.
 */
final class Descriptors {

    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final String LINE = "Max open files";

    /** The limit that the JVM raises itself to on systems without {@code /proc/self/limits}. */
    private static final long ELSEWHERE = 10_240;

    private static final long RESERVE_MAX = 1_000;

    private Descriptors() {}

    /** Returns the maximum number of connections that leaves enough descriptors for other uses. */
    static int connectionsMax() {
        return connectionsMax(limit());
    }

    static int connectionsMax(long limit) {
        long reserve = Math.min(RESERVE_MAX, limit / 2);
        return (int) Math.min(limit - reserve, Binding.CONNECTIONS_CEILING);
    }

    private static long limit() {
        if (!Files.isReadable(LIMITS)) {
            return ELSEWHERE;
        }
        try {
            return parse(Files.readString(LIMITS));
        } catch (IOException e) {
            return ELSEWHERE;
        }
    }

    /** Returns the soft limit, which is the one enforced. */
    static long parse(String limits) {
        for (String line : limits.lines().toList()) {
            if (line.startsWith(LINE)) {
                String soft = line.substring(LINE.length()).strip().split("\\s+", 2)[0];
                return soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft);
            }
        }
        return ELSEWHERE;
    }
}
