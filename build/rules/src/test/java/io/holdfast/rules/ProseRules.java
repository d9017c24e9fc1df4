package io.holdfast.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rules for text that people read: the pages, and the messages in the sources of programs. */
final class ProseRules {

    static final int WORDS_MAX = 30;

    /** Words that the language guide replaces with standard terms. */
    private static final Pattern WRONG_TERM = Pattern.compile(
            "(?i)\\b(whoever|whomever|whatever|somebody|nobody|lapsed|(comes|came) about"
                    + "|(tells|told) of|ask(ing)? again|in vain|is let in)\\b");

    private static final Pattern FENCE = Pattern.compile("\\s*(```|~~~).*");
    private static final Pattern NO_PROSE =
            Pattern.compile("\\s*(#.*|\\[[^]]+]: .*|<[^>]*>|!\\[.*|\\|?[\\s:|-]+)?");
    /** A line of columns, of options or of a settings file. */
    private static final Pattern LAYOUT = Pattern.compile(".*\\S {2,}\\S.*|.*\\[--.*|.*[;{}]");

    private static final Pattern ITEM = Pattern.compile("\\s*(?:[-*]|\\d+\\.)\\s+(.*)");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");
    private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");
    private static final Pattern SENTENCE_END =
            Pattern.compile("(?<=[.!?:])[\"'*_)]*\\s+(?=\\S)|\\\\n|%n");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}][^\\s]*");

    /** String literals that + joins to one text, across lines. */
    private static final Pattern MESSAGE = Pattern.compile(
            "\"(?:\\\\.|[^\"\\\\\\n])*\"(?:\\s*\\+\\s*\"(?:\\\\.|[^\"\\\\\\n])*\")*");

    private static final Pattern TEXT_BLOCK = Pattern.compile("(?s)\"\"\"\\n(.*?)\"\"\"");

    private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");

    private final SourceFile file;
    private final List<Violation> violations = new ArrayList<>();
    private final StringBuilder paragraph = new StringBuilder();
    private int paragraphLine;

    private ProseRules(SourceFile file) {
        this.file = file;
    }

    static List<Violation> check(SourceFile file) {
        ProseRules rules = new ProseRules(file);
        if (file.isPage()) {
            rules.checkPage(1, file.text());
        } else if (file.isJava() && file.path().contains("/src/main/")) {
            rules.checkMessages();
        }
        return rules.violations;
    }

    static boolean hasWrongTerm(String text) {
        return WRONG_TERM.matcher(text).find();
    }

    private void checkPage(int firstLine, String text) {
        boolean inCode = false;
        int number = firstLine - 1;
        for (String line : text.lines().toList()) {
            number++;
            if (FENCE.matcher(line).matches()) {
                inCode = !inCode;
                endParagraph();
            } else if (!inCode) {
                checkPageLine(number, line);
            }
        }
        endParagraph();
    }

    private void checkPageLine(int number, String line) {
        if (hasWrongTerm(line)) {
            add(Rule.WORD, number, line.strip());
        }
        Matcher item = ITEM.matcher(line);
        if (NO_PROSE.matcher(line).matches() || LAYOUT.matcher(line).matches()) {
            endParagraph();
        } else if (line.strip().startsWith("|")) {
            endParagraph();
            for (String cell : line.replace("\\|", " ").split("\\|")) {
                checkSentences(number, cell);
            }
        } else if (item.matches()) {
            endParagraph();
            beginOrContinue(number, item.group(1));
        } else {
            beginOrContinue(number, line);
        }
    }

    private void beginOrContinue(int number, String text) {
        if (paragraph.isEmpty()) {
            paragraphLine = number;
        }
        paragraph.append(text.strip()).append(' ');
    }

    private void endParagraph() {
        checkSentences(paragraphLine, paragraph.toString());
        paragraph.setLength(0);
    }

    private void checkMessages() {
        for (MatchResult block : TEXT_BLOCK.matcher(file.text()).results().toList()) {
            checkPage(lineOf(block) + 1, block.group(1));
        }
        String rest = TEXT_BLOCK.matcher(file.text()).replaceAll(ProseRules::lineEnds);
        for (MatchResult message : MESSAGE.matcher(rest).results().toList()) {
            checkSentences(lineOf(message), JOINT.matcher(message.group()).replaceAll(""));
        }
    }

    /** A text block without its text, so that the lines after it keep their numbers. */
    private static String lineEnds(MatchResult block) {
        return "\n".repeat((int) block.group().lines().count() - 1);
    }

    private int lineOf(MatchResult match) {
        return 1
                + (int) file.text()
                        .chars()
                        .limit(match.start())
                        .filter(character -> character == '\n')
                        .count();
    }

    /** Code and the target of a link count as one word or none. */
    private void checkSentences(int number, String text) {
        String prose = LINK.matcher(CODE.matcher(text).replaceAll("code")).replaceAll("$1");
        for (String sentence : SENTENCE_END.split(prose)) {
            long words = WORD.matcher(sentence).results().count();
            if (words > WORDS_MAX) {
                add(Rule.SENTENCE_TOO_LONG, number, words + " words: " + sentence.strip());
            }
        }
    }

    private void add(Rule rule, int line, String detail) {
        violations.add(new Violation(rule, file.path(), line, detail));
    }
}
