package io.holdfast.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.sim.cluster.Simulation.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulation finds every planted bug, with the seed and the checker of the page's table. */
final class PlantedBugsTest {

    private static final Path PAGE =
            Path.of(System.getProperty("holdfast.root", ".."), "docs/reliability/simulation.md");

    /** A row of the table: the bug, the checker that finds it, and the seed. */
    record Row(String bug, String checker, long seed) {}

    static List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        try (Stream<String> lines = Files.lines(PAGE)) {
            lines.dropWhile(line -> !line.startsWith("| planted bug |"))
                    .skip(2)
                    .takeWhile(line -> line.startsWith("|"))
                    .map(line -> line.split("\\|"))
                    .forEach(cells -> rows.add(new Row(
                            cells[1].strip(), cells[2].strip(), Long.parseLong(cells[3].strip()))));
        }
        return rows;
    }

    @Test
    void pageListsEveryPlantedBug() throws IOException {
        assertThat(rows())
                .extracting(Row::bug)
                .containsExactlyInAnyOrderElementsOf(PlantedBugs.all().keySet());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void plantedBugIsFound(Row row) {
        Result result = new Simulation(
                        Options.of(row.seed()),
                        Objects.requireNonNull(PlantedBugs.all().get(row.bug())))
                .run();
        assertThat(result.findings()).isNotEmpty();
        assertThat(result.findings().getFirst().checker()).hasToString(row.checker());
    }
}
