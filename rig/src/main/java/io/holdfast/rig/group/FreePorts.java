package io.holdfast.rig.group;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ports outside the ephemeral range. While a member is down, a client that connects to it could
 * otherwise be assigned the member's port, and even connect to itself. Each port is reserved until
 * this process ends: another rig must not choose it while the member is down.
 */
final class FreePorts {

    private static final int FIRST = 10_000;
    private static final int END = 20_000;
    private static final int TRIES_MAX = 100;

    private static final Random RANDOM = new SecureRandom();
    private static final Set<Integer> CHOSEN = new HashSet<>();

    /** A reserved port is a locked byte of this file; the lock ends with the process. */
    private static @Nullable FileChannel reserved;

    private FreePorts() {}

    static synchronized int port() throws IOException {
        if (reserved == null) {
            String name = "holdfast-rig-ports-" + System.getProperty("user.name");
            reserved = FileChannel.open(
                    Path.of(System.getProperty("java.io.tmpdir"), name),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE);
        }
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            int port = RANDOM.nextInt(FIRST, END);
            if (!CHOSEN.add(port) || reserved.tryLock(port, 1, false) == null) {
                continue;
            }
            try (ServerSocket socket =
                    new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // The port is in use.
            }
        }
        throw new IOException("no port is free");
    }
}
