package io.holdfast.server.config;

/** An invalid setting. The message says what is wrong and what to do. */
public final class ConfigException extends Exception {

    private static final long serialVersionUID = 1L;

    /** The command line is invalid (EX_USAGE of sysexits). */
    public static final int USAGE = 64;

    /** The environment, the file, or the combination of settings is invalid (EX_CONFIG). */
    public static final int CONFIGURATION = 78;

    private final int exitCode;

    ConfigException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
