package io.holdfast.rig.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a server is started: on the class path that the rig itself runs on, which holds the server,
 * with the JVM flags of production.
 *
 * @param jvmFlags more flags for the JVM
 * @param flags the server's own flags
 * @param limits shell words run before the server, such as {@code ulimit -f 8192}; empty for none
 */
public record ServerCommand(List<String> jvmFlags, List<String> flags, String limits) {

    private static final String MAIN = "io.holdfast.server.Main";

    /** Flags for the JVMs of servers; the build's tests, which start many, ask for quick starts. */
    private static final String JVM_FLAGS = "holdfast.rig.jvm";

    public ServerCommand {
        jvmFlags = List.copyOf(jvmFlags);
        flags = List.copyOf(flags);
    }

    /** A server that keeps its state in the directory. */
    public static ServerCommand durable(Path dataDir, String... flags) {
        return of(List.of("--data-dir", dataDir.toString()), flags);
    }

    /** A server that keeps its state in memory alone. */
    public static ServerCommand ephemeral(String... flags) {
        return of(List.of("--ephemeral"), flags);
    }

    private static ServerCommand of(List<String> mode, String... flags) {
        List<String> all = new ArrayList<>(mode);
        all.addAll(List.of("--http-port", "0", "--port", "0"));
        all.addAll(List.of(flags));
        return new ServerCommand(List.of("-Xmx512m", "-XX:+UseSerialGC"), all, "");
    }

    public ServerCommand withLimits(String shell) {
        return new ServerCommand(jvmFlags, flags, shell);
    }

    /** The command line. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        if (!limits.isEmpty()) {
            words.addAll(List.of("bash", "-c", limits + "; exec \"$@\"", "bash"));
        }
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.add("@" + root().resolve("server/jvm.options"));
        words.addAll(jvmFlags);
        words.addAll(Stream.of(System.getProperty(JVM_FLAGS, "").split(" "))
                .filter(flag -> !flag.isEmpty())
                .toList());
        words.add("-cp");
        words.add(System.getProperty("java.class.path"));
        words.add(MAIN);
        words.add("serve");
        words.addAll(flags);
        return words;
    }

    /** The repository: the nearest directory above that has the server's JVM flags. */
    public static Path root() {
        @Nullable Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.exists(directory.resolve("server/jvm.options"))) {
            directory = directory.getParent();
        }
        if (directory == null) {
            throw new IllegalStateException("not inside the repository");
        }
        return directory;
    }
}
