package io.holdfast.spring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The README of this module and the sources that it quotes. */
final class Readme {

    static final Path MODULE = Path.of(System.getProperty("holdfast.root"), "integrations/spring");

    private static final Pattern REGION =
            Pattern.compile("// @start region=\"\\w+\"\n(.*?)\n\\s*// @end", Pattern.DOTALL);

    private Readme() {}

    static String text() {
        return read(MODULE.resolve("README.md"));
    }

    /** Returns the code blocks of a language. */
    static List<String> blocks(String language) {
        return all(Pattern.compile("```" + language + "\n(.*?)\n```", Pattern.DOTALL), text());
    }

    /** Returns the regions of a source of the sample application. */
    static List<String> regions(String name) {
        Path examples = MODULE.resolve("src/test/java/io/holdfast/spring/examples");
        return all(REGION, read(examples.resolve(name))).stream()
                .map(region -> region.stripIndent().strip())
                .toList();
    }

    private static List<String> all(Pattern pattern, String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
