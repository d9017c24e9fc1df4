package io.holdfast.rig.group;

import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import io.holdfast.rig.process.Shell;
import io.holdfast.rig.process.TemporaryFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One member, across all its processes. */
public final class Member {

    /** Enough for some minutes of log, and quick to fill. */
    private static final String DISK_SIZE = "192m";

    private static final String HEAP = "256m";

    private static final List<Path> FAKE_TIME = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"));

    private final String name;
    private final Path directory;
    private final List<String> enter;
    private final List<String> flags;
    private final Map<String, String> environment = new HashMap<>();
    private final InetSocketAddress http;
    private final InetSocketAddress line;
    private final boolean smallDisk;
    private final @Nullable Path otherLauncher;
    private boolean runsOther;
    private @Nullable ServerProcess process;

    Member(
            String name,
            Path directory,
            List<String> enter,
            List<String> flags,
            InetSocketAddress http,
            InetSocketAddress line,
            Layout layout)
            throws IOException {
        this.name = name;
        this.directory = Files.createDirectories(directory);
        this.http = http;
        this.line = line;
        this.smallDisk = layout.smallDisks();
        Files.createDirectories(dataDirectory().getParent());
        if (smallDisk) {
            Shell.run(
                    "mount", "-t", "tmpfs", "-o", "size=" + DISK_SIZE, "tmpfs", disk().toString());
        }
        if (layout.clocks() != Layout.Clocks.TRUE) {
            fakeClock(layout.clocks() == Layout.Clocks.WALL_DECIDES);
        }
        this.enter = List.copyOf(enter);
        this.flags = List.copyOf(flags);
        this.otherLauncher = layout.otherLauncher();
        environment.put("HOLDFAST_HEAP", HEAP);
        environment.put("JAVA_HOME", System.getProperty("java.home"));
    }

    private List<String> words(String... moreFlags) {
        List<String> all = new ArrayList<>(flags);
        all.addAll(List.of(moreFlags));
        List<String> words = new ArrayList<>(enter);
        if (runsOther && otherLauncher != null) {
            words.addAll(List.of(otherLauncher.toString(), "serve"));
            words.addAll(all);
        } else {
            List<String> jvm = List.of("-Xmx" + HEAP, "-XX:+UseSerialGC");
            words.addAll(new ServerCommand(jvm, all, "").words());
        }
        return words;
    }

    /** Makes the next process run the build that the last one did not. */
    public void changeBuild() {
        runsOther = !runsOther;
    }

    /** Returns the checkout whose build the next process runs. */
    public Path build() {
        Path other = otherLauncher;
        return runsOther && other != null
                ? Objects.requireNonNull(other.getParent())
                : ServerCommand.root();
    }

    /** Returns whether the wall clock can be set for one process only. */
    public static boolean canFakeClocks() {
        return FAKE_TIME.stream().anyMatch(Files::isReadable);
    }

    private void fakeClock(boolean monotonicToo) throws IOException {
        Path library = FAKE_TIME.stream().filter(Files::isReadable).findFirst().orElseThrow();
        setClock(0);
        environment.put("LD_PRELOAD", library.toString());
        environment.put("FAKETIME_TIMESTAMP_FILE", clockFile().toString());
        // Cached for one second, because reading the file on each clock access takes too long.
        environment.put("FAKETIME_CACHE_DURATION", "1");
        if (!monotonicToo) {
            // libfaketime's workaround for old C libraries ends every timed wait at once. The JVM
            // has many such waits, and a cluster that busy never elects a leader.
            environment.put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
            environment.put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
            environment.put("DONT_FAKE_MONOTONIC", "1");
        }
    }

    private Path clockFile() {
        return directory.resolve("clock");
    }

    /** Sets the member's wall clock to an offset from the true time. */
    public void setClock(long offsetSeconds) throws IOException {
        String text = (offsetSeconds < 0 ? "" : "+") + offsetSeconds + "\n";
        Path next = directory.resolve("clock.next");
        Files.writeString(next, text);
        Files.move(next, clockFile(), StandardCopyOption.ATOMIC_MOVE);
    }

    public String name() {
        return name;
    }

    public InetSocketAddress http() {
        return http;
    }

    public InetSocketAddress line() {
        return line;
    }

    /** Returns a file of the rig beside the member's data. */
    public Path note(String file) {
        return directory.resolve(file);
    }

    /** Returns the mount point of the file system that holds the data. */
    public Path disk() {
        return directory.resolve("disk");
    }

    public Path dataDirectory() {
        return dataDirectory(directory);
    }

    static Path dataDirectory(Path directory) {
        return directory.resolve("disk").resolve("data");
    }

    /** Starts the member. Does not wait until it serves, which may require a majority. */
    public void launch(String... moreFlags) throws IOException {
        process = ServerProcess.launch(words(moreFlags), environment, directory);
    }

    public void awaitServing() throws IOException {
        process().awaitPort();
    }

    public ServerProcess process() {
        ServerProcess running = process;
        if (running == null) {
            throw new IllegalStateException(name + " was not started");
        }
        return running;
    }

    public boolean alive() {
        ServerProcess running = process;
        return running != null && running.alive();
    }

    public void kill() {
        process().kill();
    }

    /** Deletes the member's data; its process must not be running. */
    public void wipe() throws IOException {
        if (Files.exists(dataDirectory())) {
            TemporaryFiles.delete(dataDirectory());
        }
    }

    void close() {
        ServerProcess running = process;
        if (running != null) {
            running.close();
        }
        if (smallDisk) {
            Shell.tryRun("umount", "-l", disk().toString());
        }
    }
}
