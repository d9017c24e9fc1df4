package io.holdfast.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of a server process: the class path of the test, production's JVM flags. */
public final class ServerCommand {

    private ServerCommand() {}

    /** Returns the command line for these arguments, the first of which is the subcommand. */
    public static List<String> of(String... arguments) {
        return of(List.of(), List.of(arguments));
    }

    static List<String> of(List<String> jvmFlags, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + Path.of(System.getProperty("holdfast.root"), "server", "jvm.options"),
                // Most of these processes live for seconds.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC"));
        words.addAll(jvmFlags);
        words.addAll(
                List.of("-cp", System.getProperty("java.class.path"), "io.holdfast.server.Main"));
        words.addAll(arguments);
        return words;
    }
}
