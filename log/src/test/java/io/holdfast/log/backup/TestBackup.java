package io.holdfast.log.backup;

import io.holdfast.log.engine.Engine;

import java.io.ByteArrayOutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Writes a backup to memory. */
public final class TestBackup implements BackupWriter.Out {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> done = new CompletableFuture<>();

    /** Returns a member's complete backup. */
    public static byte[] of(Engine engine) {
        TestBackup out = new TestBackup();
        engine.copy(
                point -> new BackupWriter(
                        new Description("test", point.node(), point.index(), point.wallMillis()),
                        out),
                () -> {});
        return out.await();
    }

    byte[] await() {
        try {
            return done.get(30, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("no backup came", e);
        }
    }

    @Override
    public CompletableFuture<Void> write(byte[] more) {
        bytes.writeBytes(more);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> end() {
        done.complete(bytes.toByteArray());
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void abort(Throwable cause) {
        done.completeExceptionally(cause);
    }
}
