package io.holdfast.rules;

import java.util.Locale;

/** The house rules. Each has a canary in build/canary/house. */
enum Rule {
    /** No line of Java or shell is wider than 100 columns. */
    LINE_TOO_WIDE,
    /** No Java file is longer than 500 lines. */
    FILE_TOO_LONG,
    /** No method is longer than 70 lines. */
    METHOD_TOO_LONG,
    /** Java is indented with spaces. */
    TAB,
    /** Only command line programs print; everything else logs. */
    PRINTS,
    /** Unfinished work is an issue, and the line names it: {@code TODO #12}. */
    TODO_WITHOUT_ISSUE,
    /** Pages, comments and messages use the standard terms of the language guide. */
    WORD,
    /** No sentence of a page or a message is longer than 30 words. */
    SENTENCE_TOO_LONG,
    /** No message contains the name of a Java class. */
    CLASS_NAME_IN_MESSAGE,
    /** A new kind of command must break every switch in core, so none has a default arm. */
    DEFAULT_IN_CORE,
    /** Every package describes what it owns, and is null-marked. */
    PACKAGE_WITHOUT_INFO,
    /** A package names every package that it uses. */
    UNDECLARED_DEPENDENCY,
    /** A package names no package that it does not use. */
    UNUSED_DEPENDENCY,
    /** No package depends on itself through others. */
    PACKAGE_CYCLE,
    /** A page has one title. */
    NOT_ONE_TITLE,
    /** Every page is linked from an index. */
    PAGE_NOT_IN_INDEX,
    /** A link inside the repository has an existing target. */
    DEAD_LINK,
    /** A documented promise names an existing test. */
    PROMISE_WITHOUT_TEST,
    /** No file in the repository is larger than 512 kB. */
    BLOB_TOO_LARGE,
    /** Paths of one machine are not valid on another. */
    MACHINE_PATH,
    /** The machine that builds configures where packages come from. */
    REGISTRY_HOST;

    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
