package io.holdfast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The measured error of estimates is the one that the page shows. */
final class EstimateErrorsTest {

    @Test
    void pageShowsTheMeasuredErrors() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "api", "resources.md"));

        assertThat(page).contains(String.join("\n", EstimateErrors.rows()));
    }
}
