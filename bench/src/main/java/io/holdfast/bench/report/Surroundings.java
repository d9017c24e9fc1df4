package io.holdfast.bench.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** The machine of a run, described for the report. */
public final class Surroundings {

    private static final double QUIET_LOAD_MAX = 0.5;

    private Surroundings() {}

    public static String machine() {
        return "Machine: "
                + Runtime.getRuntime().availableProcessors()
                + " cores, "
                + processor()
                + System.getProperty("os.name")
                + " "
                + System.getProperty("os.version")
                + ", Java "
                + Runtime.version()
                + ".";
    }

    private static String processor() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip() + ", ")
                    .findFirst()
                    .orElse("");
        } catch (IOException notLinux) {
            return "";
        }
    }

    /** Describes the load average before the run. */
    public static String quiet() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        String text = String.format(Locale.ROOT, "Load average before the run: %.2f", load);
        return text + (load > QUIET_LOAD_MAX ? " (NOT a quiet machine)." : ".");
    }

    public static String disk(Path directory) throws IOException {
        return "Data directories of all servers: one "
                + Files.getFileStore(directory).type() + ".";
    }
}
