package io.holdfast.rules;

/** One place where a file breaks a rule. */
record Violation(Rule rule, String path, int line, String detail) {

    @Override
    public String toString() {
        return "%s:%d: [%s] %s".formatted(path, line, rule.id(), detail);
    }
}
