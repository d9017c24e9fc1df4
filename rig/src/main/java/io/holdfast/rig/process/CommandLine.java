package io.holdfast.rig.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs operator commands such as {@code holdfast cluster …} on the rig's own class path. */
public final class CommandLine {

    private static final String MAIN = "io.holdfast.cli.Main";
    private static final String ENDED = " ended with ";

    private CommandLine() {}

    /** Runs a command, which must exit with 0. Returns its output. */
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
            // The class path is long and does not help the reader, so the message leaves it out.
            String said = String.valueOf(e.getMessage());
            throw new IOException(
                    "holdfast " + String.join(" ", words)
                            + said.substring(Math.max(0, said.indexOf(ENDED))),
                    e);
        }
    }
}
