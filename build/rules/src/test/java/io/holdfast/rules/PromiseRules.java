package io.holdfast.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Promises, planted bugs and security statements must name an existing test. */
final class PromiseRules {

    private static final Set<String> PAGES = Set.of(
            "docs/promises.md",
            "docs/reliability/security-checklist.md",
            "docs/reliability/planted.md");
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)\\.(\\w+)`");
    private static final Pattern SCENARIO = Pattern.compile("`([a-z0-9-]+\\.txt)`");

    private PromiseRules() {}

    static List<Violation> check(List<SourceFile> files) {
        List<Violation> violations = new ArrayList<>();
        for (SourceFile page : files) {
            if (PAGES.contains(page.path())) {
                List<String> lines = page.lines();
                for (int index = 0; index < lines.size(); index++) {
                    for (String missing : missing(lines.get(index), files)) {
                        violations.add(new Violation(
                                Rule.PROMISE_WITHOUT_TEST, page.path(), index + 1, missing));
                    }
                }
            }
        }
        return violations;
    }

    private static List<String> missing(String line, List<SourceFile> files) {
        List<String> missing = new ArrayList<>();
        Matcher tests = TEST.matcher(line);
        while (tests.find()) {
            String method = "void " + tests.group(2) + "(";
            if (!exists(files, "/" + tests.group(1) + ".java", method)) {
                missing.add(tests.group());
            }
        }
        Matcher scenarios = SCENARIO.matcher(line);
        while (scenarios.find()) {
            if (!exists(files, "/scenarios/" + scenarios.group(1), "")) {
                missing.add(scenarios.group());
            }
        }
        return missing;
    }

    private static boolean exists(List<SourceFile> files, String ending, String text) {
        return files.stream()
                .anyMatch(file -> file.path().endsWith(ending) && file.text().contains(text));
    }
}
