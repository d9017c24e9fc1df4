package io.holdfast.server.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How many files and sockets the process may have open. Connections must never take the last one:
 * the log opens files too, and one that it cannot open ends the server.
 */
final class Descriptors {

    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final String LINE = "Max open files";

    /** What the JVM raises its own limit to where there is no file to ask. */
    private static final long ELSEWHERE = 10_240;

    private static final long RESERVE_MAX = 1_000;

    private Descriptors() {}

    /** The most connections that leave enough for everything else. */
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

    /** The soft limit, which is the one that counts. */
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
