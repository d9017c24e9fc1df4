package io.holdfast.log.ratis;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.logging.Level;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage.StartupOption;
import org.apache.ratis.statemachine.StateMachine;
import org.apache.ratis.util.ExitUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts and closes Ratis's servers, for a single member and for a cluster member. */
public final class RatisServers {

    private static final Logger LOG = LoggerFactory.getLogger(RatisServers.class);
    private static final long CLOSE_WAIT_SECONDS = 10;

    /** Referenced, or its level would be lost; it bypasses our logging. */
    private static final java.util.logging.Logger GRPC =
            java.util.logging.Logger.getLogger("org.apache.ratis.thirdparty.io.grpc");

    private static final long FAILED_WAIT_SECONDS = 2;

    private RatisServers() {}

    /** Prevents Ratis from ending the process or handling uncaught exceptions. */
    public static void disableExit() {
        GRPC.setLevel(Level.WARNING);
        Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
        ExitUtils.disableSystemExit();
        Thread.setDefaultUncaughtExceptionHandler(handler);
    }

    /** Creates a server that belongs to the group of its directory, or to none yet. */
    public static RaftServer member(
            String name,
            RaftProperties properties,
            Parameters parameters,
            StateMachine.Registry machines)
            throws IOException {
        return RaftServer.newBuilder()
                .setServerId(RaftPeerId.valueOf(name))
                .setStateMachineRegistry(machines)
                .setOption(StartupOption.RECOVER)
                .setProperties(properties)
                .setParameters(parameters)
                .build();
    }

    /** Closes Ratis, which after a failure may wait for one of its threads that never ends. */
    public static void close(RaftServer opened, Path path, boolean failed) {
        Thread closer = Thread.ofPlatform().daemon().name("holdfast-log-close").start(() -> {
            try {
                opened.close();
            } catch (IOException | RuntimeException e) {
                LOG.warn("log in {} was not closed cleanly", path, e);
            }
        });
        try {
            long seconds = failed ? FAILED_WAIT_SECONDS : CLOSE_WAIT_SECONDS;
            if (!closer.join(Duration.ofSeconds(seconds))) {
                LOG.warn("log in {} is still closing", path);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
