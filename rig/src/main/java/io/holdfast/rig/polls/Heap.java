package io.holdfast.rig.polls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The heap of another JVM, read with the JDK's jcmd. */
final class Heap {

    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    private Heap() {}

    /** Returns the live heap after a full collection in MB, or -1 if it is unknown. */
    static long liveMegabytes(long pid) throws IOException {
        Path tool = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process process = new ProcessBuilder(
                        tool.toString(), Long.toString(pid), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher total = TOTAL.matcher(text);
        return total.find() ? Long.parseLong(total.group(1)) >> 20 : -1;
    }
}
