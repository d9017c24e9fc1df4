package org.apache.ratis.server.raftlog.segmented;

import io.holdfast.log.storage.StorageGuard;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import org.apache.ratis.util.Preconditions;
import org.apache.ratis.util.function.CheckedBiFunction;
import org.apache.ratis.util.function.CheckedConsumer;

/**
 * Replaces the class of the same name in Ratis 3.3.0, which writes the rest of its buffer on close
 * even after a write has failed: parts of an entry could follow a torn one. It also does not know
 * that the term of an entry did not reach the disk. Here nothing is written to a segment once the
 * member's storage has failed. {@code RatisInternalsTest} fails when Ratis's class changes.
 *
 * <p>Threading: the thread that writes the log.
 */
final class BufferedWriteChannel implements Closeable {

    private final StorageGuard guard;
    private final FileChannel channel;
    private final ByteBuffer buffer;
    private boolean forced = true;

    private BufferedWriteChannel(StorageGuard guard, FileChannel channel, ByteBuffer buffer) {
        this.guard = guard;
        this.channel = channel;
        this.buffer = buffer;
    }

    /** Opens a segment at its end, or creates it. */
    static BufferedWriteChannel open(File file, boolean append, ByteBuffer buffer)
            throws IOException {
        StorageGuard guard = StorageGuard.of(file.toPath());
        FileChannel channel = guard.call(() -> channel(file, append));
        return new BufferedWriteChannel(guard, channel, buffer);
    }

    private static FileChannel channel(File file, boolean append) throws IOException {
        FileChannel channel = FileChannel.open(
                file.toPath(),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        try {
            if (!append) {
                channel.truncate(0);
            }
            return channel.position(channel.size());
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    int writeBufferPosition() {
        return buffer.position();
    }

    /** Calls the method to write exactly the given number of bytes to the buffer. */
    void writeToBuffer(int size, CheckedConsumer<ByteBuffer, IOException> method)
            throws IOException {
        guard.check();
        if (size > buffer.capacity()) {
            throw new IOException("an entry of " + size + " bytes is larger than the buffer of "
                    + buffer.capacity());
        }
        if (size > buffer.remaining()) {
            flushBuffer();
        }
        int before = buffer.position();
        method.accept(buffer);
        Preconditions.assertSame(size, buffer.position() - before, "written");
    }

    /** Writes directly, because the buffer is empty. */
    void writeToChannel(ByteBuffer bytes) throws IOException {
        Preconditions.assertSame(0, buffer.position(), "writeBuffer.position()");
        write(bytes);
    }

    private void write(ByteBuffer bytes) throws IOException {
        forced = false;
        guard.run(() -> {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        });
    }

    void preallocateIfNecessary(
            long size, CheckedBiFunction<FileChannel, Long, Long, IOException> preallocate)
            throws IOException {
        long outstanding = buffer.position() + size;
        if (channel.position() + outstanding > channel.size()) {
            guard.run(() -> preallocate.apply(channel, outstanding));
        }
    }

    /** Writes the buffer and syncs the file. */
    void flush() throws IOException {
        flushBuffer();
        if (!forced) {
            guard.run(() -> channel.force(false));
            forced = true;
        }
    }

    /** Synchronous: entries for which fsync has failed must not be acknowledged. */
    CompletableFuture<Void> asyncFlush(ExecutorService executor) throws IOException {
        flush();
        return CompletableFuture.completedFuture(null);
    }

    private void flushBuffer() throws IOException {
        if (buffer.position() > 0) {
            buffer.flip();
            try {
                write(buffer);
            } finally {
                // The rest of a failed write must not be written by a later one.
                buffer.clear();
            }
        }
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Truncates preallocated space; after a failure the file stays unchanged. */
    @Override
    public void close() throws IOException {
        if (!channel.isOpen()) {
            return;
        }
        try (channel) {
            if (!guard.isOver()) {
                channel.truncate(channel.position());
            }
        }
    }
}
