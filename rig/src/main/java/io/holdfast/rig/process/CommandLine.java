package io.holdfast.rig.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The operators' commands, {@code holdfast cluster …}, on the class path that the rig runs on. */
public final class CommandLine {

    private static final String MAIN = "io.holdfast.cli.Main";
    private static final String ENDED = " ended with ";

    private CommandLine() {}

    /** Runs one to its end, which must be a good one; what it printed. */
    public static String run(String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                MAIN));
        all.addAll(List.of(words));
        try {
            return Shell.output(all.toArray(String[]::new));
        } catch (IOException e) {
            // The class path is long and says nothing.
            String said = String.valueOf(e.getMessage());
            throw new IOException(
                    "holdfast " + String.join(" ", words)
                            + said.substring(Math.max(0, said.indexOf(ENDED))),
                    e);
        }
    }
}
