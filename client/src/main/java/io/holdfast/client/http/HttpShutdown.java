package io.holdfast.client.http;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.http.HttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Closes the connections and ends the thread of the JDK's HTTP client, which is possible since Java
 * 21. Before, both end some time after the last reference to it is gone.
 */
final class HttpShutdown {

    private static final @Nullable MethodHandle SHUTDOWN_NOW = find();

    private HttpShutdown() {}

    private static @Nullable MethodHandle find() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(
                            HttpClient.class, "shutdownNow", MethodType.methodType(void.class));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return null;
        }
    }

    static void now(HttpClient http) {
        MethodHandle shutdown = SHUTDOWN_NOW;
        if (shutdown == null) {
            return;
        }
        try {
            shutdown.invoke(http);
        } catch (Throwable e) {
            throw new IllegalStateException("the connections cannot be closed", e);
        }
    }
}
