package io.holdfast.server.config;

/** An error in a YAML text, with its line. */
public final class YamlProblem extends Exception {

    private static final long serialVersionUID = 1L;

    private final int line;

    YamlProblem(int line, String reason) {
        super(reason, null, false, false);
        this.line = line;
    }

    /** Returns the line number, from one. */
    public int line() {
        return line;
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
