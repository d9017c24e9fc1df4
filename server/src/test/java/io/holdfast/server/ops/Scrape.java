package io.holdfast.server.ops;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The series of a reply of {@code /metrics}: by metric and label, the label's values. */
final class Scrape {

    private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE (\\S+) (\\S+)$");
    private static final Pattern SERIES =
            Pattern.compile("(?m)^([A-Za-z_:][A-Za-z0-9_:]*)(?:\\{(.*)})? \\S+$");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final Map<String, String> types = new TreeMap<>();
    private final Map<String, Map<String, Set<String>>> series = new TreeMap<>();

    void add(String text) {
        Matcher type = TYPE.matcher(text);
        while (type.find()) {
            types.put(type.group(1), type.group(2));
        }
        Matcher line = SERIES.matcher(text);
        while (line.find()) {
            Map<String, Set<String>> labels =
                    series.computeIfAbsent(line.group(1), any -> new TreeMap<>());
            Matcher label = LABEL.matcher(line.group(2) == null ? "" : line.group(2));
            while (label.find()) {
                labels.computeIfAbsent(label.group(1), any -> new TreeSet<>()).add(label.group(2));
            }
        }
    }

    /** Returns the type of each metric by its name. */
    Map<String, String> types() {
        return types;
    }

    /** Returns the names of all series, which include {@code _bucket} and the like. */
    Set<String> names() {
        return series.keySet();
    }

    /** Returns the labels of a series, or of all series of a metric, without {@code le}. */
    Set<String> labels(String metric) {
        Set<String> labels = new TreeSet<>();
        for (String suffix : Set.of("", "_bucket", "_count")) {
            labels.addAll(series.getOrDefault(metric + suffix, Map.of()).keySet());
        }
        labels.remove("le");
        return labels;
    }

    boolean has(String name, String label, String value) {
        return series.getOrDefault(name, Map.of()).getOrDefault(label, Set.of()).contains(value);
    }

    boolean has(String name, String label) {
        return series.getOrDefault(name, Map.of()).containsKey(label);
    }
}
