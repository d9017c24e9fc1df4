package io.holdfast.rules;

/** A violation of a rule. */
record Violation(Rule rule, String path, int line, String detail) {

    @Override
    public String toString() {
        return "%s:%d: [%s] %s".formatted(path, line, rule.id(), detail);
    }
}
