package io.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares the README with the sample application, which {@link SampleApplicationTest} starts. */
final class ReadmeTest {

    /** They stand in a table of their own. */
    private static final Set<String> METERS = Set.of(
            "holdfast.locks.held",
            "holdfast.locks.acquire",
            "holdfast.locks.lost",
            "holdfast.leader");

    @Test
    void everyExampleOfTheReadmeIsPartOfTheSampleApplication() {
        List<String> regions = new ArrayList<>();
        for (String source : List.of("Invoices", "Dispatcher", "InvoiceApplication")) {
            regions.addAll(Readme.regions(source + ".java"));
        }
        // The pause lets a test look at the application while it works.
        regions.replaceAll(region -> region.replaceAll(" *pause\\.\\w+\\(id\\);\n", ""));

        assertThat(Readme.blocks("java")).hasSize(3).isEqualTo(regions);
    }

    @Test
    void readmeListsEveryPropertyOfTheMetadata() throws IOException {
        String metadata = Files.readString(Readme.MODULE.resolve(
                "target/classes/META-INF/spring-configuration-metadata.json"));
        Pattern property =
                Pattern.compile("\"name\": \"(holdfast\\.[\\w.-]+)\",\\s+\"type\": \"java");
        Pattern row = Pattern.compile("(?m)^\\| `(holdfast\\.[\\w.-]+)` \\|");

        assertThat(names(row, Readme.text()))
                .hasSizeGreaterThan(10)
                .isEqualTo(names(property, metadata));
    }

    private static Set<String> names(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(1))
                .filter(name -> !METERS.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
