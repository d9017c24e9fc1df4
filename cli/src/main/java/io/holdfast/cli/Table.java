package io.holdfast.cli;

import java.util.ArrayList;
import java.util.List;

/** A text table with a header; each column is as wide as its widest cell. */
final class Table {

    private final List<List<String>> rows = new ArrayList<>();

    Table(String... head) {
        rows.add(List.of(head));
    }

    void row(String... cells) {
        rows.add(List.of(cells));
    }

    /** Returns one text line for each row. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                line.append(row.get(column));
                line.append(" ".repeat(width(column) - row.get(column).length() + 2));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
