package io.holdfast.server.ops;

import io.holdfast.server.http.Route;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts finished requests by route, method and status. Recording needs two array accesses; labels
 * become text only during a scrape.
 */
final class RequestSeries {

    static final String UNMATCHED = "unmatched";
    static final String OTHER = "OTHER";

    private static final List<String> METHODS = List.of(
            "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS", "TRACE", OTHER);
    private static final int STATUSES = 600;
    private static final long[] BOUNDS_NANOS = bounds(
            100,
            250,
            500,
            1_000,
            2_500,
            5_000,
            10_000,
            25_000,
            50_000,
            100_000,
            250_000,
            500_000,
            1_000_000,
            2_500_000,
            5_000_000,
            10_000_000,
            30_000_000,
            60_000_000);

    private final IdentityHashMap<Route, Line> byRoute = new IdentityHashMap<>();
    private final Line[] unmatched = new Line[METHODS.size()];
    private final List<Line> lines = new ArrayList<>();

    RequestSeries(List<Route> routes) {
        for (Route route : routes) {
            Line line = line(route.method(), route.template());
            byRoute.put(route, line);
            if (route.method().equals("GET")) {
                line.head = line("HEAD", route.template());
            }
        }
        for (int i = 0; i < unmatched.length; i++) {
            unmatched[i] = line(METHODS.get(i), UNMATCHED);
        }
    }

    private Line line(String method, String path) {
        Line line = new Line(method, path);
        lines.add(line);
        return line;
    }

    void ended(@Nullable Route route, String method, int status, long nanos) {
        Line line = route == null ? null : byRoute.get(route);
        if (line == null) {
            int index = METHODS.indexOf(method);
            line = unmatched[index < 0 ? unmatched.length - 1 : index];
        } else if (line.head != null && method.equals("HEAD")) {
            line = line.head;
        }
        line.durations.record(nanos);
        Cell cell = line.cell(status);
        cell.count.increment();
        cell.nanos.add(nanos);
    }

    List<Line> lines() {
        return lines;
    }

    private static long[] bounds(long... micros) {
        long[] nanos = new long[micros.length];
        for (int i = 0; i < micros.length; i++) {
            nanos[i] = TimeUnit.MICROSECONDS.toNanos(micros[i]);
        }
        return nanos;
    }

    /** One method of one path. */
    static final class Line {
        final String method;
        final String path;
        final Histogram durations = new Histogram(BOUNDS_NANOS);
        private final @Nullable Cell[] cells = new Cell[STATUSES];
        private @Nullable Line head;

        private Line(String method, String path) {
            this.method = method;
            this.path = path;
        }

        private Cell cell(int status) {
            Cell cell = cells[status];
            return cell != null ? cell : newCell(status);
        }

        private synchronized Cell newCell(int status) {
            Cell cell = cells[status];
            if (cell == null) {
                cell = new Cell(status);
                cells[status] = cell;
            }
            return cell;
        }

        synchronized List<Cell> used() {
            List<Cell> used = new ArrayList<>();
            for (Cell cell : cells) {
                if (cell != null) {
                    used.add(cell);
                }
            }
            return used;
        }
    }

    /** One status of it. */
    static final class Cell {
        final int status;
        final LongAdder count = new LongAdder();
        final LongAdder nanos = new LongAdder();

        private Cell(int status) {
            this.status = status;
        }
    }
}
