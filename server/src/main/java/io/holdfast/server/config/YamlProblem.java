package io.holdfast.server.config;

/** Something in a YAML text that cannot be used, and the line on which it stands. */
public final class YamlProblem extends Exception {

    private static final long serialVersionUID = 1L;

    private final int line;

    YamlProblem(int line, String reason) {
        super(reason, null, false, false);
        this.line = line;
    }

    /** Counted from one. */
    public int line() {
        return line;
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
