package io.holdfast.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.bench.load.Samples;
import io.holdfast.bench.report.Ratio.AtLeast;
import io.holdfast.bench.report.Ratio.AtMost;
import io.holdfast.bench.report.Ratio.ForInformation;
import io.holdfast.bench.report.Row.Absent;
import io.holdfast.bench.report.Row.Kind;
import io.holdfast.bench.report.Row.Measured;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportTest {

    private static final Report REPORT = new Report(
            List.of("Machine: two cores."),
            List.of(
                    new Row("locks.memory.unique", 64, Kind.PAIR, new Measured(Samples.good())),
                    new Row(
                            "locks.memory.shared",
                            64,
                            Kind.PAIR,
                            new Measured(Samples.faulty("a wrong reply: 503"))),
                    new Row(
                            "locks.memory.handover",
                            3,
                            Kind.HANDOVER,
                            new Measured(Samples.withoutProcess())),
                    new Row(
                            "yardstick.etcd.unique",
                            64,
                            Kind.PAIR,
                            new Absent("etcd is not installed"))),
            List.of(
                    ratio("a", OptionalDouble.of(0.851), new AtLeast(0.85)),
                    ratio("b", OptionalDouble.of(0.5), new AtLeast(0.67)),
                    ratio("c", OptionalDouble.of(2.9), new AtMost(2.8)),
                    ratio("d", OptionalDouble.of(1), new AtMost(1.5)),
                    ratio("e", OptionalDouble.empty(), new AtLeast(4)),
                    ratio("f", OptionalDouble.of(0.7), new ForInformation())),
            List.of("A pair is two requests."));

    private static Ratio ratio(String what, OptionalDouble value, Ratio.Goal goal) {
        return new Ratio(what, "nginx", value, goal);
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = ReportTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void textMatchesTheGoldenFile() throws IOException {
        assertThat(REPORT.text()).isEqualTo(golden("report.txt"));
    }

    @Test
    void markdownMatchesTheGoldenFile() throws IOException {
        assertThat(REPORT.markdown()).isEqualTo(golden("report.md"));
    }

    @Test
    void figuresReplaceOnlyTheTextBetweenTheMarkers(@TempDir Path directory) throws IOException {
        Path page = directory.resolve("page.md");
        MarkdownFile.write(page, "locks", "first\n");
        Files.writeString(page, "# Title\n\n" + Files.readString(page) + "\nThe end.\n");

        MarkdownFile.write(page, "locks", "second\n");

        assertThat(Files.readString(page))
                .startsWith("# Title\n")
                .endsWith("\nThe end.\n")
                .contains("second")
                .doesNotContain("first");
    }
}
