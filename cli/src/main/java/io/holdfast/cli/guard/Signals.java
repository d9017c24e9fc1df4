package io.holdfast.cli.guard;

/** Signal numbers of Linux, which are the same on x86-64 and AArch64. */
public final class Signals {

    public static final int HUP = 1;
    public static final int INT = 2;
    public static final int QUIT = 3;
    public static final int KILL = 9;
    public static final int TERM = 15;
    public static final int CONT = 18;
    public static final int STOP = 19;
    public static final int TSTP = 20;
    public static final int TTIN = 21;
    public static final int TTOU = 22;

    private Signals() {}

    /** Returns a signal's name for messages. */
    public static String name(int signal) {
        return switch (signal) {
            case HUP -> "SIGHUP";
            case INT -> "SIGINT";
            case QUIT -> "SIGQUIT";
            case KILL -> "SIGKILL";
            case TERM -> "SIGTERM";
            case CONT -> "SIGCONT";
            case STOP -> "SIGSTOP";
            case TSTP -> "SIGTSTP";
            case TTIN -> "SIGTTIN";
            case TTOU -> "SIGTTOU";
            default -> "signal " + signal;
        };
    }
}
