package io.holdfast.cli.guard;

/**
 * The controlling terminal, which is lent to the command's process group while the wrapper's group
 * would have it. Without this the command would be stopped when it reads from the terminal.
 */
final class Terminal {

    private final int fd;
    private final int wrapperGroup;
    private boolean lent;

    Terminal(int wrapperGroup) {
        this.fd = Posix.openTerminal();
        this.wrapperGroup = wrapperGroup;
    }

    private boolean isWrappers() {
        return fd >= 0 && Posix.foreground(fd) == wrapperGroup;
    }

    /**
     * Returns the terminal if the command should have it from its start. In a pipeline the terminal
     * stays with the other commands until this one uses it.
     */
    int fromStart() {
        return isWrappers() && Posix.isTerminal(0) && Posix.isTerminal(1) ? fd : -1;
    }

    /** Lends the terminal to a group; false if it is not the wrapper's to lend. */
    boolean lend(int group) {
        if (isWrappers() && Posix.setForeground(fd, group)) {
            lent = true;
        }
        return lent;
    }

    /** Records that the new process took the terminal itself. */
    void noteLent(int group) {
        lent = fd >= 0 && Posix.foreground(fd) == group;
    }

    /** Gives the terminal back to the wrapper's group; true if it was lent. */
    boolean takeBack() {
        if (!lent) {
            return false;
        }
        // The command may have passed it on to one of its jobs.
        Posix.setForeground(fd, wrapperGroup);
        lent = false;
        return true;
    }
}
