package io.holdfast.rig.fault;

import io.holdfast.rig.group.Member;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A full file system.
 *
 * @param disk where it is mounted
 * @param touched the names of the members whose data is on it
 */
public record FullDisk(Path disk, Set<String> touched) implements Fault {

    public FullDisk(Member member) {
        this(member.disk(), Set.of(member.name()));
    }

    private Path filler() {
        return disk.resolve("filler");
    }

    @Override
    public void inject() throws IOException {
        byte[] block = new byte[1 << 16];
        try (OutputStream out = Files.newOutputStream(filler())) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            if (Files.getFileStore(filler()).getUsableSpace() >= block.length) {
                throw e;
            }
        }
    }

    @Override
    public @Nullable String doubt() throws IOException {
        return Files.exists(filler()) && Files.size(filler()) > 0
                ? null
                : "nothing was written to " + filler();
    }

    @Override
    public boolean mayEndNodes() {
        return true;
    }

    @Override
    public void heal() throws IOException {
        Files.delete(filler());
    }
}
