package io.holdfast.cli.common;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * A response body that is closed if no data arrives within the timeout, because a read would
 * otherwise wait for ever after the server has disappeared.
 */
public final class WatchedBody extends FilterInputStream {

    private final Thread watch;
    private final Duration patience;
    private volatile long readNanos = System.nanoTime();

    WatchedBody(InputStream body, Duration patience) {
        super(body);
        this.patience = patience;
        this.watch = Thread.ofPlatform().daemon().name("watch").start(this::watch);
    }

    private void watch() {
        try {
            long left = patience.toNanos();
            while (left > 0) {
                Thread.sleep(Duration.ofNanos(left));
                left = readNanos + patience.toNanos() - System.nanoTime();
            }
            in.close();
        } catch (InterruptedException e) {
            // The body is complete.
        } catch (IOException e) {
            // It is closed already.
        }
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        readNanos = System.nanoTime();
        return read;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int read = super.read(bytes, from, length);
        readNanos = System.nanoTime();
        return read;
    }

    @Override
    public void close() throws IOException {
        watch.interrupt();
        super.close();
    }
}
