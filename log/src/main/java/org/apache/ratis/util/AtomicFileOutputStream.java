package org.apache.ratis.util;

import io.holdfast.log.storage.StorageGuard;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FilterOutputStream;
import java.io.IOException;

/**
 * Replaces the class of the same name in Ratis 3.3.0, which renames its temporary file even after a
 * write to it has failed: on a full disk, the file with a member's term and vote was replaced by an
 * empty one. Here the bytes are gathered first, so that the file is replaced completely or not at
 * all, and only while the member's storage has not failed. {@code RatisInternalsTest} fails when
 * Ratis's class changes.
 */
public final class AtomicFileOutputStream extends FilterOutputStream {

    public static final String TMP_EXTENSION = ".tmp";

    private final File outFile;
    private final ByteArrayOutputStream gathered;
    private boolean closed;

    public AtomicFileOutputStream(File outFile) throws IOException {
        this(outFile, new ByteArrayOutputStream());
    }

    private AtomicFileOutputStream(File outFile, ByteArrayOutputStream gathered)
            throws IOException {
        super(gathered);
        this.outFile = outFile.getAbsoluteFile();
        this.gathered = gathered;
        StorageGuard.of(this.outFile.toPath()).check();
    }

    /** Returns the name of the file until it is complete. */
    public static File getTemporaryFile(File outFile) {
        return new File(outFile.getParentFile(), outFile.getName() + TMP_EXTENSION);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        gathered.write(bytes, offset, length);
    }

    public synchronized boolean isClosed() {
        return closed;
    }

    /** Replaces the file; after a failure it stays unchanged. */
    @Override
    public synchronized void close() throws IOException {
        if (!closed) {
            closed = true;
            StorageGuard.replace(outFile.toPath(), gathered.toByteArray());
        }
    }

    /** Leaves the file unchanged. */
    public synchronized void abort() {
        closed = true;
    }
}
