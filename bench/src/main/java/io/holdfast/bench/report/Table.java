package io.holdfast.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A header and cells; the first {@code leftColumns} contain words, the others figures. */
record Table(int leftColumns, List<String> header, List<List<String>> cells) {

    String text() {
        List<List<String>> lines = new ArrayList<>(List.of(header));
        lines.addAll(cells);
        int[] widths = IntStream.range(0, header.size())
                .map(c -> lines.stream().mapToInt(l -> l.get(c).length()).max().orElse(0))
                .toArray();
        return lines.stream().map(line -> padded(line, widths)).collect(Collectors.joining());
    }

    String markdown() {
        List<String> rule = IntStream.range(0, header.size())
                .mapToObj(c -> c < leftColumns ? "---" : "---:")
                .toList();
        List<List<String>> lines = new ArrayList<>(List.of(header, rule));
        lines.addAll(cells);
        return lines.stream()
                .map(line -> "| " + String.join(" | ", line) + " |\n")
                .collect(Collectors.joining());
    }

    private String padded(List<String> line, int[] widths) {
        StringBuilder text = new StringBuilder();
        for (int c = 0; c < line.size(); c++) {
            String gap = " ".repeat(widths[c] - line.get(c).length());
            text.append(c < leftColumns ? line.get(c) + gap : gap + line.get(c)).append("  ");
        }
        return text.toString().stripTrailing() + "\n";
    }
}
