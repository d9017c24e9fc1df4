package io.holdfast.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables of docs/configuration.md; {@code -Drewrite} writes them. */
final class ConfigurationPageTest {

    private static final Path PAGE =
            Path.of(System.getProperty("holdfast.root", ".."), "docs", "configuration.md");
    private static final String END = "<!-- end of settings -->";

    @Test
    void everySettingIsInTheTableOfItsGroup() throws IOException {
        String page = Files.readString(PAGE);
        String expected = page;
        List<String> groups =
                Setting.all().stream().map(ExampleFile::title).distinct().toList();
        for (String group : groups) {
            expected = withTable(expected, group);
        }
        if (System.getProperty("rewrite") != null) {
            Files.writeString(PAGE, expected);
        } else {
            assertThat(page).as("-Drewrite writes the tables").isEqualTo(expected);
        }
    }

    private static String withTable(String page, String group) {
        String heading = "\n## " + group + "\n";
        assertThat(page).contains(heading);
        int begin = page.indexOf("<!-- settings -->", page.indexOf(heading));
        int end = page.indexOf(END, begin);
        assertThat(begin).as(group).isNotNegative();
        assertThat(end).as(group).isNotNegative();
        String rows = Setting.all().stream()
                .filter(setting -> ExampleFile.title(setting).equals(group))
                .map(ConfigurationPageTest::row)
                .collect(Collectors.joining("\n"));
        return page.substring(0, begin) + "<!-- settings -->\n\n| setting | default | meaning |\n"
                + "| --- | --- | --- |\n" + rows + "\n\n" + page.substring(end);
    }

    private static String row(Setting setting) {
        String help = setting.help();
        String fallback = setting.fallback();
        int named = help.indexOf(" Default: ");
        if (named >= 0) {
            fallback = help.substring(named + " Default: ".length()).replaceFirst("\\.$", "");
            help = help.substring(0, named);
        } else if (fallback != null) {
            fallback = "`" + fallback + "`";
        }
        String label = setting.form().label().replace("|", "\\|");
        return "| `--" + setting.flagName() + " " + label + "` | "
                + (fallback == null ? "" : fallback) + " | " + help.replace("|", "\\|") + " |";
    }
}
