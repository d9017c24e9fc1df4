package io.holdfast.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every file of the repository obeys the house rules, and every rule detects a violation. */
final class HouseRulesTest {

    private static final Path ROOT = Repository.root();
    private static final Path CANARIES = ROOT.resolve("build/canary/house");
    private static final Pattern MUST_FAIL = Pattern.compile("must fail: ([a-z-]+)");

    @Test
    void everyFileObeysTheHouseRules() throws IOException {
        List<SourceFile> files = SourceFile.allBelow(ROOT);

        assertThat(files).extracting(SourceFile::path).contains("pom.xml", "LICENSE");
        assertThat(check(files)).isEmpty();
    }

    @Test
    void everyRuleCanBeBroken(@TempDir Path copy) throws IOException {
        copyCanariesTo(copy);
        // These two are too large for the repository, so they are created here.
        Path made = copy.resolve("core/src/main/java/io/holdfast/core/canary");
        Files.writeString(
                made.resolve("Long.java"),
                "// must fail: file-too-long\n" + "// one of many lines\n".repeat(500));
        Files.writeString(
                made.resolve("Large.txt"),
                "must fail: blob-too-large\n" + "one of many lines\n".repeat(40_000));

        List<SourceFile> files = SourceFile.allBelow(copy);
        Set<String> expected = expected(files);
        Set<String> found = check(files).stream()
                .map(violation -> violation.path() + " " + violation.rule().id())
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(found).isEqualTo(expected);
        assertThat(found.stream().map(line -> line.replaceFirst(".* ", "")))
                .containsAll(Stream.of(Rule.values()).map(Rule::id).toList());
    }

    private static List<Violation> check(List<SourceFile> files) throws IOException {
        List<Violation> violations = new ArrayList<>();
        files.forEach(file -> violations.addAll(TextRules.check(file)));
        files.forEach(file -> violations.addAll(ProseRules.check(file)));
        violations.addAll(JavaRules.check(files));
        violations.addAll(TreeRules.check(files));
        violations.addAll(PackageRules.check(files));
        violations.addAll(PromiseRules.check(files));
        return violations;
    }

    private static Set<String> expected(List<SourceFile> files) {
        Set<String> expected = new TreeSet<>();
        for (SourceFile file : files) {
            Matcher matcher = MUST_FAIL.matcher(file.text());
            while (matcher.find()) {
                expected.add(file.path() + " " + matcher.group(1));
            }
        }
        return expected;
    }

    private static void copyCanariesTo(Path copy) throws IOException {
        try (Stream<Path> canaries = Files.walk(CANARIES)) {
            for (Path canary : canaries.toList()) {
                Path target = copy.resolve(CANARIES.relativize(canary).toString());
                if (Files.isDirectory(canary)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(canary, target);
                }
            }
        }
    }
}
