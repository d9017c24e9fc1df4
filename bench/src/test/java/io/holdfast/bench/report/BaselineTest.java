package io.holdfast.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.bench.report.Ratio.AtLeast;
import io.holdfast.bench.report.Ratio.AtMost;
import io.holdfast.bench.report.Ratio.ForInformation;
import io.holdfast.bench.report.Ratio.Goal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BaselineTest {

    @TempDir
    Path directory;

    private static Ratio ratio(String what, double value, Goal goal) {
        return new Ratio(what, "nginx", OptionalDouble.of(value), goal);
    }

    private List<String> regressions(List<Ratio> before, List<Ratio> now) throws IOException {
        Path file = directory.resolve("baseline.txt");
        Baseline.write(file, before);
        return Baseline.read(file).regressions(now);
    }

    @Test
    void lossOfMoreThanAFifthIsARegression() throws IOException {
        List<Ratio> before = List.of(
                ratio("rate, pairs/s", 1.0, new AtLeast(0.5)), ratio("CPU", 1.0, new AtMost(2)));

        assertThat(regressions(
                        before,
                        List.of(
                                ratio("rate, pairs/s", 0.79, new AtLeast(0.5)),
                                ratio("CPU", 1.26, new AtMost(2)))))
                .containsExactly(
                        "rate, pairs/s | nginx was 1.00 x and is 0.79 x",
                        "CPU | nginx was 1.00 x and is 1.26 x");
        assertThat(regressions(
                        before,
                        List.of(
                                ratio("rate, pairs/s", 0.81, new AtLeast(0.5)),
                                ratio("CPU", 1.24, new AtMost(2)))))
                .isEmpty();
    }

    @Test
    void missingRatioIsNamed() throws IOException {
        List<Ratio> before = List.of(
                ratio("rate", 1.0, new AtLeast(0.5)), ratio("shared", 1.0, new AtLeast(0.5)));
        List<Ratio> now =
                List.of(new Ratio("rate", "nginx", OptionalDouble.empty(), new AtLeast(0.5)));

        assertThat(regressions(before, now))
                .containsExactly(
                        "rate | nginx was not measured", "shared | nginx was not measured");
    }

    @Test
    void ratiosForInformationAreNotRecorded() throws IOException {
        assertThat(regressions(
                        List.of(ratio("traced", 1.0, new ForInformation())),
                        List.of(ratio("traced", 0.1, new ForInformation()))))
                .isEmpty();
    }
}
