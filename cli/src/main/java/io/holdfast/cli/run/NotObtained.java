package io.holdfast.cli.run;

/** Reports that something is not held, with the exit code. The reason was printed already. */
final class NotObtained extends Exception {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    NotObtained(int exitCode) {
        super("not obtained");
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
