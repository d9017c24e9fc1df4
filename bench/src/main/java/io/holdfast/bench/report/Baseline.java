package io.holdfast.bench.report;

import io.holdfast.bench.report.Ratio.AtLeast;
import io.holdfast.bench.report.Ratio.AtMost;
import io.holdfast.bench.report.Ratio.ForInformation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The ratios of an earlier run, one in each line of a file. A ratio to a yardstick of the same run
 * changes little from machine to machine, so a later run can be compared with it.
 */
public record Baseline(Map<String, Double> ratios) {

    /** The part of a ratio that may be lost before it counts as a regression. */
    private static final double LOSS_MAX = 0.2;

    private static final String SEPARATOR = " | ";

    public static Baseline read(Path file) throws IOException {
        Map<String, Double> ratios = new LinkedHashMap<>();
        for (String line : Files.readAllLines(file)) {
            int end = line.lastIndexOf(SEPARATOR);
            if (end > 0) {
                String value = line.substring(end + SEPARATOR.length());
                ratios.put(line.substring(0, end), Double.parseDouble(value));
            }
        }
        return new Baseline(ratios);
    }

    /** Writes the ratios that have a goal and were measured. */
    public static void write(Path file, List<Ratio> ratios) throws IOException {
        String text = ratios.stream()
                .filter(ratio -> !(ratio.goal() instanceof ForInformation))
                .filter(ratio -> ratio.value().isPresent())
                .map(ratio -> String.format(
                        Locale.ROOT,
                        "%s%s%.3f\n",
                        name(ratio),
                        SEPARATOR,
                        ratio.value().getAsDouble()))
                .collect(Collectors.joining());
        Files.writeString(file, text);
    }

    /** Returns a sentence for each ratio that is worse now, or that was not measured. */
    public List<String> regressions(List<Ratio> now) {
        List<String> found = new ArrayList<>();
        ratios.forEach((name, before) -> now.stream()
                .filter(ratio -> name(ratio).equals(name))
                .findFirst()
                .ifPresentOrElse(
                        ratio -> check(name, before, ratio, found),
                        () -> found.add(name + " was not measured")));
        return found;
    }

    private static void check(String name, double before, Ratio ratio, List<String> found) {
        OptionalDouble value = ratio.value();
        if (value.isEmpty()) {
            found.add(name + " was not measured");
        } else if (isWorse(ratio.goal(), before, value.getAsDouble())) {
            found.add(String.format(
                    Locale.ROOT, "%s was %.2f x and is %.2f x", name, before, value.getAsDouble()));
        }
    }

    private static boolean isWorse(Ratio.Goal goal, double before, double now) {
        return switch (goal) {
            case AtLeast _ -> now < before * (1 - LOSS_MAX);
            case AtMost _ -> now * (1 - LOSS_MAX) > before;
            case ForInformation() -> false;
        };
    }

    private static String name(Ratio ratio) {
        return ratio.what() + SEPARATOR + ratio.against();
    }
}
