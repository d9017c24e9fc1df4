package io.holdfast.log.raft;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Ends what a member writes at the first write that fails, be it of the log or of its term and
 * vote. A member whose term did not reach the disk must neither vote nor take entries in that term;
 * nor may it try again, because a disk that failed once may lie the next time. Ratis itself would
 * go on.
 *
 * <p>Threading: any thread.
 */
public final class StorageGuard implements AutoCloseable {

    /** By data directory: several members may run in one process. */
    private static final Map<Path, StorageGuard> GUARDS = new ConcurrentHashMap<>();

    /** Of files that belong to no member that runs. */
    static final StorageGuard NONE = new StorageGuard(Path.of(""), cause -> {});

    private final Path directory;
    private final Consumer<IOException> failed;
    private volatile boolean over;

    private StorageGuard(Path directory, Consumer<IOException> failed) {
        this.directory = directory;
        this.failed = failed;
    }

    /** Something that is written to the member's directory. */
    public interface Write {
        void run() throws IOException;
    }

    /** The same, with a result. */
    public interface Call<T> {
        T run() throws IOException;
    }

    /** @param failed hears of the failed write that ends all others */
    static StorageGuard begin(Path directory, Consumer<IOException> failed) {
        Path key = directory.toAbsolutePath().normalize();
        StorageGuard guard = new StorageGuard(key, failed);
        GUARDS.put(key, guard);
        return guard;
    }

    /** The guard of the member that the file belongs to. */
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

    /** Replaces a file of a member's directory whole and durably, unless its storage has failed. */
    public static void replace(Path file, byte[] bytes) throws IOException {
        of(file).run(() -> DurableFiles.replace(file, bytes));
    }

    /** The storage of this member has failed: from here on its files stay as they are. */
    void fail() {
        over = this != NONE;
    }

    public boolean isOver() {
        return over;
    }

    /** Refuses what is to be written once the storage has failed. */
    public void check() throws IOException {
        if (over) {
            throw new IOException("nothing is written to " + directory
                    + " any more, because a write has failed before");
        }
    }

    /** Writes something, and ends all further writes if it fails. */
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
