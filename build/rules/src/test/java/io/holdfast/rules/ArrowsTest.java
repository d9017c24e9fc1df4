package io.holdfast.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks module dependencies, and that each rule detects a violation. */
final class ArrowsTest {

    private static final List<String> MODULES =
            List.of("core", "log", "server", "client", "cli", "sim", "rig", "bench");

    private static final Path CANARIES = Repository.root().resolve("build/canary/arrows");
    private static final Pattern MUST_FAIL = Pattern.compile("// must fail: ([a-z-]+)");

    @Test
    void modulesDependOnAllowedModulesOnly() {
        List<Path> directories = MODULES.stream()
                .map(module -> Repository.root().resolve(module).resolve("target/classes"))
                .filter(Files::isDirectory)
                .toList();
        JavaClasses classes = new ClassFileImporter().importPaths(directories);

        assertThat(classes.containPackage("io.holdfast.core")).isTrue();
        Arrows.all().values().forEach(rule -> rule.allowEmptyShould(true).check(classes));
    }

    @Test
    void everyArrowRuleCanBeBroken(@TempDir Path output) throws IOException {
        Map<Path, String> canaries = canaries();
        assertThat(canaries.values())
                .containsExactlyInAnyOrderElementsOf(Arrows.all().keySet());

        compile(List.copyOf(canaries.keySet()), output);
        JavaClasses classes = new ClassFileImporter().importPath(output);
        Set<String> broken = new TreeSet<>();
        for (Map.Entry<String, ArchRule> rule : Arrows.all().entrySet()) {
            if (rule.getValue().evaluate(classes).hasViolation()) {
                broken.add(rule.getKey());
            }
        }
        assertThat(broken).containsExactlyInAnyOrderElementsOf(Arrows.all().keySet());
    }

    private static Map<Path, String> canaries() throws IOException {
        Map<Path, String> canaries = new TreeMap<>();
        try (Stream<Path> files = Files.list(CANARIES)) {
            for (Path file : files.toList()) {
                Matcher matcher = MUST_FAIL.matcher(Files.readString(file));
                assertThat(matcher.find()).as("%s says what must fail", file).isTrue();
                canaries.put(file, matcher.group(1));
            }
        }
        return canaries;
    }

    private static void compile(List<Path> sources, Path output) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = new ArrayList<>(List.of("-proc:none", "-d", output.toString()));
        options.add("-cp");
        options.add(System.getProperty("java.class.path"));
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            null,
                            files,
                            null,
                            options,
                            null,
                            files.getJavaFileObjectsFromPaths(sources))
                    .call();
            assertThat(compiled).isTrue();
        }
    }
}
