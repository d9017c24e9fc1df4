package io.holdfast.cli.common;

import java.util.ArrayList;
import java.util.List;

/** A text table with a header; each column is as wide as its widest cell. */
public final class Table {

    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... head) {
        rows.add(List.of(head));
    }

    public void row(String... cells) {
        rows.add(List.of(cells));
    }

    public boolean isEmpty() {
        return rows.size() == 1;
    }

    /** Returns one text line for each row. */
    public String text() {
        return text(Style.PLAIN);
    }

    /** Returns one text line for each row, the header in its own style. */
    public String text(Style style) {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], Style.columns(row.get(column)));
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                String cell = row.get(column);
                line.append(cell).append(" ".repeat(widths[column] - Style.columns(cell) + 2));
            }
            String trimmed = line.toString().stripTrailing();
            text.append(row == rows.getFirst() ? style.dim(trimmed) : trimmed).append('\n');
        }
        return text.toString();
    }
}
