package io.holdfast.server.dashboard;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** The times between the frames that a page drew, in milliseconds. */
record FrameTimes(int count, double perSecond, double p50, double p95, double p99, double longest) {

    static final String HEADER = String.format(
            Locale.ROOT,
            "%-12s %9s %8s %8s %8s %8s",
            "page",
            "frames/s",
            "p50 ms",
            "p95 ms",
            "p99 ms",
            "max ms");

    /** Asks for frames for some seconds and resolves to the times between them. */
    private static final String RECORDER = "new Promise((resolve) => {"
            + " const times = []; let last = null; const end = performance.now() + %d;"
            + " const frame = (at) => { if (last !== null) { times.push(at - last); } last = at;"
            + " if (at < end) { requestAnimationFrame(frame); } else { resolve(times); } };"
            + " requestAnimationFrame(frame); })";

    /** Measures a page that is shown. */
    static FrameTimes of(Page page, int seconds) {
        JsonNode times = page.eval(String.format(Locale.ROOT, RECORDER, seconds * 1000));
        double[] sorted = StreamSupport.stream(times.spliterator(), false)
                .mapToDouble(JsonNode::asDouble)
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            throw new AssertionError("the page drew no frame");
        }
        return new FrameTimes(
                sorted.length,
                sorted.length / (double) seconds,
                percentile(sorted, 50),
                percentile(sorted, 95),
                percentile(sorted, 99),
                sorted[sorted.length - 1]);
    }

    private static double percentile(double[] sorted, int percent) {
        return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
    }

    /** Returns the median of each figure. */
    static FrameTimes median(List<FrameTimes> runs) {
        return new FrameTimes(
                (int) median(runs, FrameTimes::count),
                median(runs, FrameTimes::perSecond),
                median(runs, FrameTimes::p50),
                median(runs, FrameTimes::p95),
                median(runs, FrameTimes::p99),
                median(runs, FrameTimes::longest));
    }

    /** Returns the median of a figure of several runs. */
    static <T> double median(List<T> runs, ToDoubleFunction<T> figure) {
        double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    String line(String page) {
        return String.format(
                Locale.ROOT,
                "%-12s %9.1f %8.1f %8.1f %8.1f %8.1f",
                page,
                perSecond,
                p50,
                p95,
                p99,
                longest);
    }
}
