package io.holdfast.cli.guard;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The calls of the C library that a process supervisor needs and that the JDK does not offer:
 * signals to process groups, the terminal's foreground group, pipes, and wait statuses.
 */
public final class Posix {

    /** Reports stopped children too (WUNTRACED). */
    private static final int UNTRACED = 2;

    private static final int CLOCK_BOOTTIME = 7;
    private static final int PR_SET_CHILD_SUBREAPER = 36;
    private static final int F_SETFD = 2;
    private static final int FD_CLOEXEC = 1;
    private static final int O_CLOEXEC = 0x80000;
    private static final int O_RDWR = 2;

    private static final MethodHandle KILL = function("kill", 2);
    private static final MethodHandle GETPGID = function("getpgid", 1);
    private static final MethodHandle TCGETPGRP = function("tcgetpgrp", 1);
    private static final MethodHandle TCSETPGRP = function("tcsetpgrp", 2);
    private static final MethodHandle ISATTY = function("isatty", 1);
    private static final MethodHandle CLOSE = function("close", 1);
    private static final MethodHandle FCNTL = of(
            "fcntl",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT),
            Linker.Option.firstVariadicArg(2));
    private static final MethodHandle OPEN = of(
            "open",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
            Linker.Option.firstVariadicArg(2));
    private static final MethodHandle PRCTL = of(
            "prctl",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            Linker.Option.firstVariadicArg(1));
    private static final MethodHandle PIPE =
            of("pipe2", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle READ =
            of("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
    private static final MethodHandle WRITE =
            of("write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
    private static final MethodHandle WAITPID =
            of("waitpid", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle CLOCK_GETTIME =
            of("clock_gettime", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle SIGNAL =
            of("signal", FunctionDescriptor.of(ADDRESS, JAVA_INT, ADDRESS));

    private Posix() {}

    /** A child of this process that ended or stopped. */
    public record Change(int pid, int status) {

        public boolean stopped() {
            return (status & 0xff) == 0x7f;
        }

        public int stopSignal() {
            return status >> 8 & 0xff;
        }
    }

    /** The read end and the write end of a pipe. */
    public record Pipe(int in, int out) {}

    private static MethodHandle function(String name, int integers) {
        MemoryLayout[] layouts = new MemoryLayout[integers];
        java.util.Arrays.fill(layouts, JAVA_INT);
        return of(name, FunctionDescriptor.of(JAVA_INT, layouts));
    }

    @SuppressWarnings("restricted")
    static MethodHandle of(String name, FunctionDescriptor shape, Linker.Option... options) {
        Linker linker = Linker.nativeLinker();
        MemorySegment address = linker.defaultLookup()
                .find(name)
                .orElseThrow(() ->
                        new UnsupportedOperationException("the C library has no function " + name));
        return linker.downcallHandle(address, shape, options);
    }

    /** Returns an exception for a call that cannot throw. */
    static IllegalStateException impossible(Throwable problem) {
        return new IllegalStateException("a call of the C library failed", problem);
    }

    /** Sends a signal to a process, or to a group if the id is negative; false if there is none. */
    public static boolean kill(int pid, int signal) {
        try {
            return (int) KILL.invokeExact(pid, signal) == 0;
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Returns the process group of a process; 0 means the caller. */
    public static int group(int pid) {
        try {
            return (int) GETPGID.invokeExact(pid);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    public static boolean isTerminal(int fd) {
        try {
            return (int) ISATTY.invokeExact(fd) == 1;
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Returns the foreground process group of a terminal; negative if it is not ours. */
    public static int foreground(int terminal) {
        try {
            return (int) TCGETPGRP.invokeExact(terminal);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    public static boolean setForeground(int terminal, int group) {
        try {
            return (int) TCSETPGRP.invokeExact(terminal, group) == 0;
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Opens the controlling terminal; negative if there is none. */
    public static int openTerminal() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment path = arena.allocateFrom("/dev/tty");
            return (int) OPEN.invokeExact(path, O_RDWR | O_CLOEXEC, 0);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    public static void close(int fd) {
        try {
            int _ = (int) CLOSE.invokeExact(fd);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Closes a file descriptor in programs that this process starts. */
    public static void closeOnExec(int fd) {
        try {
            int _ = (int) FCNTL.invokeExact(fd, F_SETFD, FD_CLOEXEC);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Creates a pipe that programs started by this process do not inherit. */
    public static Pipe pipe() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment ends = arena.allocate(JAVA_INT, 2);
            if ((int) PIPE.invokeExact(ends, O_CLOEXEC) != 0) {
                throw new IllegalStateException("no pipe could be created");
            }
            return new Pipe(ends.getAtIndex(JAVA_INT, 0), ends.getAtIndex(JAVA_INT, 1));
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Returns the next bytes; none at the end. */
    public static byte[] read(int fd, int bytesMax) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(bytesMax);
            long read = (long) READ.invokeExact(fd, buffer, (long) bytesMax);
            return buffer.asSlice(0, Math.max(0, read)).toArray(JAVA_BYTE);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Writes a short message at once; false if it was not written completely. */
    public static boolean write(int fd, byte[] bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocateFrom(JAVA_BYTE, bytes);
            return (long) WRITE.invokeExact(fd, buffer, (long) bytes.length) == bytes.length;
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Waits until a child ends or stops; a pid of -1 says that there are no children. */
    public static Change waitForChild() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment status = arena.allocate(JAVA_INT);
            int pid = (int) WAITPID.invokeExact(-1, status, UNTRACED);
            return new Change(pid, status.get(JAVA_INT, 0));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /**
     * Returns the nanoseconds since the machine's start. Unlike {@code System.nanoTime()} they
     * include the time in which the machine was suspended, and are the same in all processes.
     */
    public static long bootNanos() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment time = arena.allocate(JAVA_LONG, 2);
            if ((int) CLOCK_GETTIME.invokeExact(CLOCK_BOOTTIME, time) != 0) {
                throw new IllegalStateException("the machine has no CLOCK_BOOTTIME");
            }
            return time.getAtIndex(JAVA_LONG, 0) * 1_000_000_000L + time.getAtIndex(JAVA_LONG, 1);
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Makes orphaned descendants children of this process instead of the init process. */
    public static void adoptOrphans() {
        try {
            int _ = (int) PRCTL.invokeExact(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Ignores a signal. */
    public static void ignore(int signal) {
        handle(signal, 1);
    }

    /** Gives a signal its default action. */
    public static void restore(int signal) {
        handle(signal, 0);
    }

    private static void handle(int signal, long action) {
        try {
            MemorySegment handler = MemorySegment.ofAddress(action);
            MemorySegment _ = (MemorySegment) SIGNAL.invokeExact(signal, handler);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }
}
