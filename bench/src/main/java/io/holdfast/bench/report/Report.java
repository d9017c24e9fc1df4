package io.holdfast.bench.report;

import io.holdfast.bench.load.Latencies;
import io.holdfast.bench.load.Measurement;
import io.holdfast.bench.report.Row.Absent;
import io.holdfast.bench.report.Row.Failed;
import io.holdfast.bench.report.Row.Measured;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The result of a whole run.
 *
 * @param setting where and how it was measured, one sentence each
 * @param legend the terms of the tables, one sentence each
 */
public record Report(
        List<String> setting, List<Row> rows, List<Ratio> ratios, List<String> legend) {

    private static final List<String> ROW_HEADER = List.of(
            "row",
            "connections",
            "pairs/s",
            "requests/s",
            "p50 us",
            "p99 us",
            "p99.9 us",
            "server CPU us/pair",
            "generator core",
            "errors");
    private static final List<String> RATIO_HEADER =
            List.of("ratio", "against", "goal", "verdict", "value");
    private static final double[] PERCENTILES = {50, 99, 99.9};

    /** Returns the report for a terminal. */
    public String text() {
        StringBuilder text = new StringBuilder();
        setting.forEach(line -> text.append(line).append('\n'));
        text.append('\n').append(rowTable().text());
        notes().forEach(line -> text.append("! ").append(line).append('\n'));
        if (!ratios.isEmpty()) {
            text.append('\n').append(ratioTable().text());
        }
        text.append('\n');
        legend.forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    /** Returns the report for the documentation. */
    public String markdown() {
        StringBuilder text = new StringBuilder();
        setting.forEach(line -> text.append("- ").append(line).append('\n'));
        text.append('\n').append(rowTable().markdown());
        if (!notes().isEmpty()) {
            text.append('\n');
            notes().forEach(line -> text.append("- ").append(line).append('\n'));
        }
        if (!ratios.isEmpty()) {
            text.append('\n').append(ratioTable().markdown());
        }
        text.append('\n');
        legend.forEach(line -> text.append("- ").append(line).append('\n'));
        return text.toString();
    }

    /** Returns whether every row is valid. */
    public boolean isValid() {
        return rows.stream().noneMatch(Row::isInvalid);
    }

    /** Returns one row on its own, to show progress. */
    public static String line(Row row) {
        String found = switch (row.result()) {
            case Absent(String why) -> why;
            case Failed(String why) -> why;
            case Measured(Measurement figures) ->
                whole(figures.perSecond()) + " a second" + (row.isInvalid() ? ", INVALID" : "");
        };
        return place(row) + ": " + found;
    }

    private Table rowTable() {
        return new Table(1, ROW_HEADER, rows.stream().map(Report::cells).toList());
    }

    private Table ratioTable() {
        List<List<String>> cells = ratios.stream()
                .map(ratio -> List.of(
                        ratio.what(),
                        ratio.against(),
                        ratio.goalText(),
                        ratio.verdict(),
                        ratio.valueText()))
                .toList();
        return new Table(RATIO_HEADER.size() - 1, RATIO_HEADER, cells);
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        for (Row row : rows) {
            switch (row.result()) {
                case Absent(String why) -> notes.add(place(row) + " is absent: " + why);
                case Failed(String why) -> notes.add(place(row) + " is invalid: " + why);
                case Measured(Measurement figures) -> {
                    for (String example : figures.examples()) {
                        notes.add(place(row) + " is invalid: " + example);
                    }
                }
            }
        }
        return notes;
    }

    private static String place(Row row) {
        return row.id() + " at " + row.connections();
    }

    private static List<String> cells(Row row) {
        List<String> cells = new ArrayList<>(List.of(row.id(), "" + row.connections()));
        switch (row.result()) {
            case Absent ignored -> addNothing(cells, "absent");
            case Failed ignored -> addNothing(cells, "FAILED");
            case Measured(Measurement figures) -> addFigures(cells, row.kind(), figures);
        }
        return cells;
    }

    private static void addNothing(List<String> cells, String why) {
        while (cells.size() < ROW_HEADER.size() - 1) {
            cells.add("-");
        }
        cells.add(why);
    }

    private static void addFigures(List<String> cells, Row.Kind kind, Measurement figures) {
        double perSecond = figures.perSecond();
        cells.add(whole(perSecond));
        cells.add(kind.requests() == 0 ? "-" : whole(perSecond * kind.requests()));
        Latencies latencies = figures.latencies();
        for (double percentile : PERCENTILES) {
            cells.add(whole(latencies.percentileMicros(percentile)));
        }
        OptionalDouble server = figures.serverMicrosPerPair();
        cells.add(server.isPresent() ? oneDigit(server.getAsDouble()) : "-");
        cells.add(whole(figures.generatorShare() * 100) + " %");
        cells.add(figures.faults() == 0 ? "0" : figures.faults() + " INVALID");
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String oneDigit(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
