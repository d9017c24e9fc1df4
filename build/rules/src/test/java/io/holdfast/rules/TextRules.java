package io.holdfast.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Rules that read single lines of a file. */
final class TextRules {

    private static final int COLUMNS_MAX = 100;
    private static final int LINES_MAX = 500;
    private static final long BLOB_BYTES_MAX = 512 * 1024;

    private static final Pattern LEFT_TO_DO =
            Pattern.compile("\\b(TO" + "DO|FIX" + "ME)\\b(?!.*#\\d+)");
    private static final Pattern PRINT = Pattern.compile("\\bSystem\\.out\\b");

    /**
     * A test name, or a display name that quotes a numbered contract rule; both may exceed a line.
     */
    private static final Pattern FACT =
            Pattern.compile("    void \\w+\\(.*|\\s+(@DisplayName\\()?\"\\d+[a-z]?\\. .*");

    /** Files that may print: command line programs. */
    private static final Pattern PRINTERS =
            Pattern.compile("(cli|bench|sim|rig)/src/main/.*|server/src/main/java/.*/Main\\.java");

    private static final Pattern COMMENT = Pattern.compile("^\\s*(//|/?\\*).*");
    private static final Pattern LITERAL = Pattern.compile("\"(\\\\.|[^\"\\\\])*\"");
    private static final Pattern CLASS_NAME = Pattern.compile(".* .*\\b[A-Z]\\w+Exception\\b.*");

    private static final Pattern MACHINE_PATH =
            Pattern.compile("(?<![\\w.}*)/-])/(work|root|home|tmp|Users)/\\w");
    private static final Pattern REGISTRY_HOST =
            Pattern.compile("\\b(repo1?\\.maven\\.(apache\\.)?org|registry\\.npmjs\\.org|pypi\\.org"
                    + "|files\\.pythonhosted\\.org|deb\\.debian\\.org"
                    + "|[\\w.-]*\\b(artifactory|nexus)[\\w-]*\\.[a-z]{2,})\\b");

    private final List<Violation> violations = new ArrayList<>();

    private TextRules() {}

    static List<Violation> check(SourceFile file) {
        TextRules rules = new TextRules();
        rules.checkFile(file);
        List<String> lines = file.lines();
        for (int index = 0; index < lines.size(); index++) {
            rules.checkLine(file, index + 1, lines.get(index));
        }
        return rules.violations;
    }

    private void checkFile(SourceFile file) {
        if (file.sizeBytes() > BLOB_BYTES_MAX) {
            add(Rule.BLOB_TOO_LARGE, file, 1, file.sizeBytes() + " bytes");
        }
        int lines = file.lines().size();
        if (file.isJava() && lines > LINES_MAX) {
            add(Rule.FILE_TOO_LONG, file, LINES_MAX, lines + " lines");
        }
    }

    private void checkLine(SourceFile file, int number, String line) {
        int columns = line.codePointCount(0, line.length());
        boolean isSource = file.isJava() || file.isScript();
        if (isSource && columns > COLUMNS_MAX && !isFact(file, line)) {
            add(Rule.LINE_TOO_WIDE, file, number, columns + " columns");
        }
        if (file.isJava()) {
            checkJavaLine(file, number, line);
        }
        if (!file.isPage() && LEFT_TO_DO.matcher(line).find()) {
            add(Rule.TODO_WITHOUT_ISSUE, file, number, line.strip());
        }
        if (MACHINE_PATH.matcher(line).find()) {
            add(Rule.MACHINE_PATH, file, number, line.strip());
        }
        if (REGISTRY_HOST.matcher(line).find()) {
            add(Rule.REGISTRY_HOST, file, number, line.strip());
        }
    }

    private static boolean isFact(SourceFile file, String line) {
        return file.path().contains("/src/test/") && FACT.matcher(line).matches();
    }

    private void checkJavaLine(SourceFile file, int number, String line) {
        if (line.indexOf('\t') >= 0) {
            add(Rule.TAB, file, number, line.strip());
        }
        if (file.path().contains("/src/main/")) {
            checkText(file, number, line);
        }
        if (PRINT.matcher(line).find() && !PRINTERS.matcher(file.path()).matches()) {
            add(Rule.PRINTS, file, number, line.strip());
        }
    }

    /** Checks a comment, or the string literals of a line of code. */
    private void checkText(SourceFile file, int number, String line) {
        List<String> texts = COMMENT.matcher(line).matches()
                ? List.of(line)
                : LITERAL.matcher(line).results().map(MatchResult::group).toList();
        for (String text : texts) {
            if (ProseRules.hasWrongTerm(text)) {
                add(Rule.WORD, file, number, text.strip());
            }
            if (text.startsWith("\"") && CLASS_NAME.matcher(text).matches()) {
                add(Rule.CLASS_NAME_IN_MESSAGE, file, number, text);
            }
        }
    }

    private void add(Rule rule, SourceFile file, int line, String detail) {
        violations.add(new Violation(rule, file.path(), line, detail));
    }
}
