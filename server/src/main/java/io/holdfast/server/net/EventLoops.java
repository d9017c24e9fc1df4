package io.holdfast.server.net;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;

/** Makes the event loops that HTTP and the line protocol share. */
public final class EventLoops {

    private EventLoops() {}

    /**
     * Starts Vert.x with that many loops (0: one for each processor) on the machine's own transport
     * where it has one. What we never use, its resolver of names and its cache of files, is left
     * off, because each costs time at the start.
     */
    public static Vertx start(int loops) {
        if (System.getProperty("vertx.disableDnsResolver") == null) {
            System.setProperty("vertx.disableDnsResolver", "true");
        }
        VertxOptions options = new VertxOptions()
                .setPreferNativeTransport(true)
                .setEventLoopPoolSize(
                        loops > 0 ? loops : Runtime.getRuntime().availableProcessors())
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setFileSystemOptions(new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false));
        return Vertx.vertx(options);
    }
}
