package io.holdfast.rig.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The command line of a server. It runs on the rig's own class path, which includes the server,
 * with the JVM flags of production.
 *
 * @param jvmFlags additional JVM flags
 * @param flags the server's own flags
 * @param limits shell commands to run before the server, such as {@code ulimit -f 8192}; empty for
 *     none
 */
public record ServerCommand(List<String> jvmFlags, List<String> flags, String limits) {

    private static final String MAIN = "io.holdfast.server.Main";

    /**
     * System property with JVM flags for servers. The build's tests start many servers and set
     * flags for quick starts.
     */
    private static final String JVM_FLAGS = "holdfast.rig.jvm";

    public ServerCommand {
        jvmFlags = List.copyOf(jvmFlags);
        flags = List.copyOf(flags);
    }

    /** Returns a command for a server that stores its state in the directory. */
    public static ServerCommand durable(Path dataDir, String... flags) {
        return of(List.of("--data-dir", dataDir.toString()), flags);
    }

    /** Returns a command for a server that keeps its state in memory only. */
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

    /** Returns the complete command line. */
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

    /**
     * Returns the repository root: the nearest parent directory that contains the server's JVM
     * flags.
     */
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
