package io.holdfast.server.net;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;

/** Creates the event loops that HTTP and the line protocol share. */
public final class EventLoops {

    private EventLoops() {}

    /**
     * Starts Vert.x with the given number of loops (0: one for each processor), on the native
     * transport if there is one. Its DNS resolver and file cache are not used and are disabled,
     * because each delays the start.
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
