package io.holdfast.log.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Stops all writes of a member after the first failed one, whether of the log or of its term and
 * vote. A member whose term did not reach the disk must neither vote nor accept entries in that
 * term. It must not retry either, because a disk that failed once may report success although data
 * is lost. Ratis itself would continue.
 *
 * <p>Threading: any thread.
 */
public final class StorageGuard implements AutoCloseable {

    /** By data directory: several members may run in one process. */
    private static final Map<Path, StorageGuard> GUARDS = new ConcurrentHashMap<>();

    /** The guard of files that belong to no running member. */
    public static final StorageGuard NONE = new StorageGuard(Path.of(""), cause -> {});

    private final Path directory;
    private final Consumer<IOException> failed;
    private volatile boolean over;

    private StorageGuard(Path directory, Consumer<IOException> failed) {
        this.directory = directory;
        this.failed = failed;
    }

    /** A write to the member's directory. */
    public interface Write {
        void run() throws IOException;
    }

    /** A write with a result. */
    public interface Call<T> {
        T run() throws IOException;
    }

    /** @param failed receives the first failed write, after which all writes stop */
    public static StorageGuard begin(Path directory, Consumer<IOException> failed) {
        Path key = directory.toAbsolutePath().normalize();
        StorageGuard guard = new StorageGuard(key, failed);
        GUARDS.put(key, guard);
        return guard;
    }

    /** Returns the guard of the member that the file belongs to. */
    public static StorageGuard of(Path file) {
        Path above = file.toAbsolutePath().normalize();
        while (above != null) {
            StorageGuard guard = GUARDS.get(above);
            if (guard != null) {
                return guard;
            }
            above = above.getParent();
        }
        return NONE;
    }

    /** Replaces a file of a member atomically and durably, unless its storage has failed. */
    public static void replace(Path file, byte[] bytes) throws IOException {
        of(file).run(() -> DurableFiles.replace(file, bytes));
    }

    /** Stops all writes: from now on the member's files stay unchanged. */
    public void fail() {
        over = this != NONE;
    }

    public boolean isOver() {
        return over;
    }

    /** Rejects writes once the storage has failed. */
    public void check() throws IOException {
        if (over) {
            throw new IOException(
                    "writes to " + directory + " have stopped, because a write has failed before");
        }
    }

    /** Writes, and stops all further writes if it fails. */
    public void run(Write write) throws IOException {
        call(() -> {
            write.run();
            return true;
        });
    }

    /** As {@link #run}, with a result. */
    public <T> T call(Call<T> write) throws IOException {
        check();
        try {
            return write.run();
        } catch (IOException e) {
            if (this != NONE) {
                over = true;
                failed.accept(e);
            }
            throw e;
        }
    }

    @Override
    public void close() {
        GUARDS.remove(directory, this);
    }
}
