package io.holdfast.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.bench.load.Samples;
import io.holdfast.bench.report.Row.Failed;
import io.holdfast.bench.report.Row.Kind;
import io.holdfast.bench.report.Row.Measured;
import io.holdfast.bench.report.Row.Result;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RowTest {

    private static Row row(Result result) {
        return new Row("a", 1, Kind.PAIR, result);
    }

    private static Row pairs(int count) {
        return row(new Measured(Samples.of(count, 1, 0, List.of())));
    }

    @Test
    void medianRoundIsReported() {
        Row middle = pairs(20);

        assertThat(Row.median(List.of(pairs(30), pairs(10), middle))).isSameAs(middle);
    }

    @Test
    void invalidRoundIsNotHiddenByValidOnes() {
        Row wrong = row(new Measured(Samples.faulty("a wrong reply")));
        Row failed = row(new Failed("gone"));

        assertThat(Row.median(List.of(pairs(30), wrong, pairs(10)))).isSameAs(wrong);
        assertThat(Row.median(List.of(pairs(30), pairs(10), failed))).isSameAs(failed);
    }
}
