package io.holdfast.cli.guard;

/** What the guard reports to its wrapper, one line each. */
public sealed interface Report {

    /** The command runs. */
    record Started(int pid) implements Report {}

    /** The command could not be started; the C library's error number says why. */
    record Failed(int error) implements Report {}

    /** The command was stopped by a signal, and the terminal given back. */
    record Stopped(int signal, boolean hadTerminal) implements Report {}

    /** The guard sent TERM to the command. */
    record Ending(Cause cause) implements Report {}

    /**
     * The command ended, and nothing of its process group is left.
     *
     * @param status as waitpid reports it
     * @param cause why it ended
     * @param killed whether TERM was not enough
     */
    record Ended(int status, Cause cause, boolean killed, boolean hadTerminal) implements Report {

        public boolean signalled() {
            return (status & 0x7f) != 0;
        }

        public int signal() {
            return status & 0x7f;
        }

        /** Returns the exit code as a shell reports it. */
        public int exitCode() {
            return signalled() ? 128 + signal() : status >> 8 & 0xff;
        }
    }

    /** The guard died. */
    record Gone() implements Report {}

    /** Why a command ended. */
    enum Cause {
        /** It ended by itself. */
        ITSELF,
        /** Its lease was about to end. */
        DEADLINE,
        /** The wrapper ordered it. */
        ORDER,
        /** The wrapper died. */
        ORPHANED
    }

    /** Returns this report as a line. */
    default String line() {
        return switch (this) {
            case Started(int pid) -> "started " + pid;
            case Failed(int error) -> "failed " + error;
            case Stopped(int signal, boolean terminal) -> "stopped " + signal + " " + terminal;
            case Ending(Cause cause) -> "ending " + cause;
            case Ended(int status, Cause cause, boolean killed, boolean terminal) ->
                "ended " + status + " " + cause + " " + killed + " " + terminal;
            case Gone() -> "";
        };
    }

    /** Reads a line. */
    static Report of(String line) {
        String[] words = line.split(" ");
        return switch (words[0]) {
            case "started" -> new Started(Integer.parseInt(words[1]));
            case "failed" -> new Failed(Integer.parseInt(words[1]));
            case "stopped" ->
                new Stopped(Integer.parseInt(words[1]), Boolean.parseBoolean(words[2]));
            case "ending" -> new Ending(Cause.valueOf(words[1]));
            case "ended" ->
                new Ended(
                        Integer.parseInt(words[1]),
                        Cause.valueOf(words[2]),
                        Boolean.parseBoolean(words[3]),
                        Boolean.parseBoolean(words[4]));
            default -> new Gone();
        };
    }
}
