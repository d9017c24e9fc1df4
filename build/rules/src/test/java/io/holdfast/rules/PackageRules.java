package io.holdfast.rules;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rules about the dependencies between packages. The sentence {@code May depend on} of a package's
 * description lists exactly the packages that its main sources use, and there is no cycle.
 */
final class PackageRules {

    private static final Pattern MAIN =
            Pattern.compile(".*/src/main/java/io/holdfast/(?:(.*)/)?[^/]+\\.java");
    private static final Pattern USE =
            Pattern.compile("\\bio\\.holdfast\\.((?:[a-z]\\w*\\.)*[a-z]\\w*)\\.[A-Z]");
    private static final Pattern COMMENT = Pattern.compile("//[^\n]*|/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern LINE_START = Pattern.compile("\\n \\* ?");
    private static final Pattern DECLARATION =
            Pattern.compile("May depend on:(.*?)(?:Read next|@NullMarked)", Pattern.DOTALL);
    private static final Pattern DECLARED = Pattern.compile("\\{@code ([a-z][a-z.]*)}");

    private final Map<String, Set<String>> uses = new TreeMap<>();
    private final Map<String, SourceFile> descriptions = new TreeMap<>();
    private final List<Violation> violations = new ArrayList<>();

    private PackageRules(List<SourceFile> files) {
        for (SourceFile file : files) {
            Matcher main = MAIN.matcher(file.path());
            if (main.matches() && main.group(1) != null) {
                read(main.group(1).replace('/', '.'), file);
            }
        }
    }

    static List<Violation> check(List<SourceFile> files) {
        PackageRules rules = new PackageRules(files);
        rules.checkDeclarations();
        rules.checkCycles();
        return rules.violations;
    }

    private void read(String name, SourceFile file) {
        Set<String> used = uses.computeIfAbsent(name, first -> new TreeSet<>());
        if (file.path().endsWith("/package-info.java")) {
            descriptions.put(name, file);
            return;
        }
        Matcher use = USE.matcher(COMMENT.matcher(file.text()).replaceAll(""));
        while (use.find()) {
            if (!use.group(1).equals(name)) {
                used.add(use.group(1));
            }
        }
    }

    private void checkDeclarations() {
        descriptions.forEach((name, file) -> {
            Set<String> declared = declared(file);
            Set<String> used = uses.getOrDefault(name, Set.of());
            used.stream()
                    .filter(other -> !declared.contains(other))
                    .forEach(other -> add(Rule.UNDECLARED_DEPENDENCY, file, other));
            declared.stream()
                    .filter(other -> !used.contains(other))
                    .forEach(other -> add(Rule.UNUSED_DEPENDENCY, file, other));
        });
    }

    private static Set<String> declared(SourceFile description) {
        Set<String> declared = new TreeSet<>();
        String text = LINE_START.matcher(description.text()).replaceAll(" ");
        Matcher sentence = DECLARATION.matcher(text);
        if (sentence.find()) {
            Matcher name = DECLARED.matcher(sentence.group(1));
            while (name.find()) {
                declared.add(name.group(1));
            }
        }
        return declared;
    }

    private void checkCycles() {
        descriptions.forEach((name, file) -> {
            Set<String> reached = new HashSet<>();
            uses.getOrDefault(name, Set.of()).forEach(other -> reach(other, reached));
            if (reached.contains(name)) {
                add(Rule.PACKAGE_CYCLE, file, name);
            }
        });
    }

    private void reach(String name, Set<String> reached) {
        if (reached.add(name)) {
            uses.getOrDefault(name, Set.of()).forEach(other -> reach(other, reached));
        }
    }

    private void add(Rule rule, SourceFile file, String detail) {
        violations.add(new Violation(rule, file.path(), 1, detail));
    }
}
