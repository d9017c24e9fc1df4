package io.holdfast.log.journal;

import io.holdfast.log.storage.DurableFiles;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The files of a journal on a real disk; only their owner can read them. */
final class DiskFiles implements JournalFiles {

    private final Path directory;

    DiskFiles(Path directory) {
        this.directory = directory;
    }

    @Override
    public List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            files.forEach(file -> names.add(String.valueOf(file.getFileName())));
        }
        return names;
    }

    @Override
    public JournalFile create(String name) throws IOException {
        return new DiskFile(DurableFiles.create(directory.resolve(name)));
    }

    @Override
    public JournalFile open(String name) throws IOException {
        return new DiskFile(FileChannel.open(
                directory.resolve(name), StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Files.move(directory.resolve(from), directory.resolve(to), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
    }

    @Override
    public void syncDirectory() throws IOException {
        DurableFiles.syncDirectory(directory.resolve("any"));
    }

    @Override
    public String path(String name) {
        return directory.resolve(name).toString();
    }

    private record DiskFile(FileChannel channel) implements JournalFile {

        @Override
        public ByteBuffer read() throws IOException {
            ByteBuffer content = ByteBuffer.allocate(Math.toIntExact(channel.size()));
            while (content.hasRemaining()) {
                if (channel.read(content, content.position()) < 0) {
                    throw new EOFException("The file became shorter while it was read");
                }
            }
            return content.flip();
        }

        @Override
        public void write(ByteBuffer bytes, long offset) throws IOException {
            long at = offset;
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
        }

        /** Without the times of the file, which would cost a second write for each sync. */
        @Override
        public void sync() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
