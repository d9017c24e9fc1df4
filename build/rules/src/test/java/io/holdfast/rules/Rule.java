package io.holdfast.rules;

import java.util.Locale;

/** The house rules. Every one of them has a canary in build/canary/house. */
enum Rule {
    /** No line of Java or shell is wider than 100 columns. */
    LINE_TOO_WIDE,
    /** No Java file is longer than 500 lines: a reader would rather find two. */
    FILE_TOO_LONG,
    /** No method is longer than 70 lines. */
    METHOD_TOO_LONG,
    /** Java is indented with spaces. */
    TAB,
    /** Only what talks to a person prints; everything else logs. */
    PRINTS,
    /** What is left to do is an issue, and the line names it: {@code TODO #12}. */
    TODO_WITHOUT_ISSUE,
    /** A new kind of command must break every switch in core, so none has a default arm. */
    DEFAULT_IN_CORE,
    /** Every package says what it owns, and is null-marked. */
    PACKAGE_WITHOUT_INFO,
    /** A page has one title. */
    NOT_ONE_TITLE,
    /** A page that no index names is never read. */
    PAGE_NOT_IN_INDEX,
    /** A link inside the repository leads somewhere. */
    DEAD_LINK,
    /** A promise without a test that proves it is not printed. */
    PROMISE_WITHOUT_TEST,
    /** Nothing in the repository is larger than 512 kB. */
    BLOB_TOO_LARGE,
    /** A path of somebody's machine means nothing on another. */
    MACHINE_PATH,
    /** Where packages come from is the business of the machine that builds. */
    REGISTRY_HOST;

    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
