package io.holdfast.rules;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Rules that concern several files: packages and their descriptions, pages and links. */
final class TreeRules {

    private static final Pattern SOURCE = Pattern.compile("(.*)/src/(?:main|test)/java/(.*)");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s#]+)(?:#[^)\\s]*)?\\)");

    private final Map<String, SourceFile> files;
    private final List<Violation> violations = new ArrayList<>();

    private TreeRules(List<SourceFile> files) {
        this.files = files.stream()
                .collect(Collectors.toMap(
                        SourceFile::path, file -> file, (a, b) -> a, TreeMap::new));
    }

    static List<Violation> check(List<SourceFile> files) {
        TreeRules rules = new TreeRules(files);
        rules.checkPackages();
        rules.checkPages();
        return rules.violations;
    }

    /**
     * A package with main sources is described there, and a package with only tests in its tests.
     */
    private void checkPackages() {
        Map<String, SourceFile> firstOfPackage = new TreeMap<>();
        for (SourceFile file : files.values()) {
            if (file.isJava() && SOURCE.matcher(file.path()).matches()) {
                firstOfPackage.putIfAbsent(file.directory(), file);
            }
        }
        for (SourceFile first : firstOfPackage.values()) {
            String main = first.directory().replaceFirst("/src/(main|test)/", "/src/main/");
            SourceFile info = files.get(main + "/package-info.java");
            if (info == null) {
                info = files.get(first.directory() + "/package-info.java");
            }
            if (info == null || !info.text().contains("@NullMarked")) {
                add(Rule.PACKAGE_WITHOUT_INFO, first, 1, "no package-info.java with @NullMarked");
            }
        }
    }

    private void checkPages() {
        List<String> indexed = new ArrayList<>();
        for (SourceFile page : files.values()) {
            if (page.isPage()) {
                for (Link link : links(page)) {
                    boolean leadsSomewhere = files.containsKey(link.target())
                            || files.keySet().stream()
                                    .anyMatch(path -> path.startsWith(link.target() + "/"))
                            || link.target().isEmpty();
                    if (!leadsSomewhere) {
                        add(Rule.DEAD_LINK, page, link.line(), link.target());
                    }
                    if (page.path().equals("README.md") || page.path().endsWith("/README.md")) {
                        indexed.add(link.target());
                    }
                }
            }
        }
        for (SourceFile page : files.values()) {
            if (page.isPage() && page.path().startsWith("docs/")) {
                checkTitle(page);
                if (!indexed.contains(page.path()) && !page.path().equals("docs/README.md")) {
                    add(Rule.PAGE_NOT_IN_INDEX, page, 1, "no README.md links to it");
                }
            }
        }
    }

    private void checkTitle(SourceFile page) {
        long titles = prose(page).stream().filter(line -> line.startsWith("# ")).count();
        if (titles != 1) {
            add(Rule.NOT_ONE_TITLE, page, 1, titles + " titles");
        }
    }

    private record Link(int line, String target) {}

    /** Returns links inside the repository, as paths from its root. */
    private static List<Link> links(SourceFile page) {
        List<Link> links = new ArrayList<>();
        List<String> prose = prose(page);
        for (int index = 0; index < prose.size(); index++) {
            Matcher matcher = LINK.matcher(prose.get(index));
            while (matcher.find()) {
                String target = matcher.group(1);
                if (!target.contains(":") && !target.startsWith("/")) {
                    Path path = Path.of(page.directory()).resolve(target).normalize();
                    links.add(new Link(index + 1, path.toString().replace('\\', '/')));
                }
            }
        }
        return links;
    }

    /** Returns the lines of a page, with the content of code blocks removed. */
    private static List<String> prose(SourceFile page) {
        List<String> prose = new ArrayList<>();
        boolean inCode = false;
        for (String line : page.lines()) {
            boolean fence = line.strip().startsWith("```");
            prose.add(inCode || fence ? "" : line);
            inCode = fence != inCode;
        }
        return prose;
    }

    private void add(Rule rule, SourceFile file, int line, String detail) {
        violations.add(new Violation(rule, file.path(), line, detail));
    }
}
