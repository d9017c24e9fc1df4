package io.holdfast.bench.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The heap of another JVM after a full collection, read with the JDK's jcmd. */
public final class LiveHeap {

    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    private LiveHeap() {}

    /** Returns the bytes in use; empty if unknown. */
    public static OptionalLong bytes(Subject subject) throws IOException {
        if (subject.pid().isEmpty()) {
            return OptionalLong.empty();
        }
        Path tool = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process process = new ProcessBuilder(
                        tool.toString(),
                        Long.toString(subject.pid().getAsLong()),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher total = TOTAL.matcher(text);
        return total.find()
                ? OptionalLong.of(Long.parseLong(total.group(1)))
                : OptionalLong.empty();
    }
}
