package io.holdfast.log.journal;

import io.holdfast.log.CommitLog;
import io.holdfast.log.LogOptions;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A real disk whose syncs can be held, as those of a slow or a failing disk are. */
public final class HeldDisk {

    private static final long PATIENCE_SECONDS = 60;

    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile boolean holds;

    /** Returns a log of a single server on this disk. */
    public CommitLog log(Path directory) {
        return new JournalLog(
                directory,
                LogOptions.DEFAULT,
                null,
                journal -> new HeldFiles(new DiskFiles(journal)));
    }

    /** Holds every later sync until the release. */
    public void hold() {
        holds = true;
    }

    /** Waits until something was written and its sync is held. */
    public void awaitHeldSync() throws InterruptedException {
        if (!reached.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("nothing was synced");
        }
    }

    public void release() {
        released.countDown();
    }

    private final class HeldFiles implements JournalFiles {

        private final JournalFiles disk;

        HeldFiles(JournalFiles disk) {
            this.disk = disk;
        }

        @Override
        public List<String> names() throws IOException {
            return disk.names();
        }

        @Override
        public JournalFile create(String name) throws IOException {
            return new HeldFile(disk.create(name));
        }

        @Override
        public JournalFile open(String name) throws IOException {
            return new HeldFile(disk.open(name));
        }

        @Override
        public void rename(String from, String to) throws IOException {
            disk.rename(from, to);
        }

        @Override
        public void delete(String name) throws IOException {
            disk.delete(name);
        }

        @Override
        public void syncDirectory() throws IOException {
            disk.syncDirectory();
        }

        @Override
        public String path(String name) {
            return disk.path(name);
        }
    }

    private final class HeldFile implements JournalFiles.JournalFile {

        private final JournalFiles.JournalFile file;
        private boolean written;

        HeldFile(JournalFiles.JournalFile file) {
            this.file = file;
        }

        @Override
        public ByteBuffer read() throws IOException {
            return file.read();
        }

        @Override
        public void write(ByteBuffer bytes, long offset) throws IOException {
            written |= holds;
            file.write(bytes, offset);
        }

        @Override
        public void sync() throws IOException {
            if (written) {
                reached.countDown();
                try {
                    released.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
            file.sync();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
