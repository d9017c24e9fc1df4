package io.holdfast.cli.common;

/** The exit codes of all commands. The table in docs/cli.md has the same rows. */
public enum ExitCode {
    OK(0, "success; \"run\": the command's own exit code"),
    USAGE(64, "the command line, a setting or a configuration file is invalid"),
    DAMAGED(65, "the received data is damaged or not what was expected"),
    UNAVAILABLE(69, "no server can be reached, or it is not ready"),
    REFUSED(70, "refused for the printed reason; \"run\" also: its guard process was killed"),
    FILES(74, "a file cannot be read or written"),
    NOT_OBTAINED(75, "the lock or slot was not obtained within the wait; \"-E\" replaces it"),
    FORBIDDEN(77, "the credential is missing, invalid or not authorized"),
    LOST(79, "the lease is not held: it was lost while the command ran, released or broken"),
    NOT_EXECUTABLE(126, "\"run\": the command is not executable"),
    NOT_FOUND(127, "\"run\": the command was not found"),
    SIGNAL(128, "plus n: ended by the signal n, for instance 130 by Ctrl-C");

    private final int number;
    private final String meaning;

    ExitCode(int number, String meaning) {
        this.number = number;
        this.meaning = meaning;
    }

    public int number() {
        return number;
    }

    public String meaning() {
        return meaning;
    }
}
