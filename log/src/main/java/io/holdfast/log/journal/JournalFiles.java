package io.holdfast.log.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The files of a journal in one directory: real ones, or those of a simulated disk. */
interface JournalFiles {

    /** An open file. A failed write or sync may have changed any part of what it covers. */
    interface JournalFile extends AutoCloseable {

        /** Returns the whole content. */
        ByteBuffer read() throws IOException;

        /** Writes all remaining bytes at the offset. */
        void write(ByteBuffer bytes, long offset) throws IOException;

        /** Syncs everything that was written; also the size if it has changed. */
        void sync() throws IOException;

        @Override
        void close() throws IOException;
    }

    /** Returns the names of all files. */
    List<String> names() throws IOException;

    /** Creates a new file. */
    JournalFile create(String name) throws IOException;

    /** Opens an existing file. */
    JournalFile open(String name) throws IOException;

    /** Renames a file; durable after {@link #syncDirectory}. */
    void rename(String from, String to) throws IOException;

    void delete(String name) throws IOException;

    /** Syncs the names of the files. */
    void syncDirectory() throws IOException;

    /** Returns how messages name a file. */
    String path(String name);
}
