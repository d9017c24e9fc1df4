package io.holdfast.rig.polls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The heap of another JVM, asked for with the JDK's own tool. */
final class Heap {

    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    private Heap() {}

    /** What is in use after a full collection, in MB; -1 where it cannot be told. */
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
