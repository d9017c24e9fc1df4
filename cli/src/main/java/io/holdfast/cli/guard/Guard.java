package io.holdfast.cli.guard;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Starts the command and ends it in time: TERM at the first of two times that the wrapper sets with
 * each renewal, KILL at the second. The times are absolute, so an order that arrives late cannot
 * extend them, and a wrapper that is stopped or dead cannot either.
 */
final class Guard {

    /** Bounds how late a deadline is seen after the machine was suspended. */
    private static final long TICK_NANOS = 200_000_000L;

    /** ENOEXEC of the C library. */
    private static final int NOT_A_PROGRAM = 8;

    private static final long KILL_TICK_NANOS = 20_000_000L;

    /** Something that happened; handled one after the other by the guard's own thread. */
    private sealed interface Event {}

    private record Order(String line) implements Event {}

    private record Child(Posix.Change change) implements Event {}

    private enum Phase {
        WAITING,
        RUNNING,
        /** TERM was sent; KILL follows. */
        TERMINATING,
        /** The command ended by itself, and the rest of its group got TERM. */
        SWEEPING,
        DONE
    }

    private final List<byte[]> command;
    private final long defaultSignals;
    private final int reports;
    private final long graceNanos;
    private final Terminal terminal;
    private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final List<byte[]> environment = new ArrayList<>();

    private Phase phase = Phase.WAITING;
    private Report.Cause cause = Report.Cause.ITSELF;
    private long termNanos = Long.MAX_VALUE;
    private long killNanos = Long.MAX_VALUE;
    private boolean killed;
    private int pid;
    private @Nullable Family family;
    private @Nullable Integer status;

    Guard(
            List<byte[]> command,
            long defaultSignals,
            int reports,
            long graceNanos,
            Terminal terminal) {
        this.command = command;
        this.defaultSignals = defaultSignals;
        this.reports = reports;
        this.graceNanos = graceNanos;
        this.terminal = terminal;
    }

    /** Accepts an order of the wrapper; an empty one says that the wrapper died. */
    void order(String line) {
        events.add(new Order(line));
    }

    /** Runs until the command has ended. */
    void run() {
        while (phase != Phase.DONE) {
            @Nullable Event event = next();
            if (event != null) {
                switch (event) {
                    case Order(String line) -> follow(line);
                    case Child(Posix.Change change) -> changed(change);
                }
            }
            keepTime();
        }
    }

    private @Nullable Event next() {
        long tick = killed || phase == Phase.SWEEPING ? KILL_TICK_NANOS : TICK_NANOS;
        long now = Posix.bootNanos();
        long due = phase == Phase.RUNNING ? termNanos : killNanos;
        long wait = Math.clamp(due - now, due > now ? 1 : KILL_TICK_NANOS, tick);
        try {
            return events.poll(wait, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the guard is never interrupted", e);
        }
    }

    private void follow(String line) {
        String[] words = line.split(" ");
        switch (words[0]) {
            case "env" ->
                environment.add(URLDecoder.decode(words[1], StandardCharsets.UTF_8)
                        .getBytes(StandardCharsets.UTF_8));
            case "until" -> {
                if (phase != Phase.TERMINATING) {
                    termNanos = Long.parseLong(words[1]);
                    killNanos = Long.parseLong(words[2]);
                }
            }
            case "start" -> start();
            case "signal" -> signal(Integer.parseInt(words[1]));
            case "continue" -> resume();
            case "end" -> end(Report.Cause.ORDER);
            case "" -> end(Report.Cause.ORPHANED);
            default -> throw new IllegalArgumentException("unknown order: " + line);
        }
    }

    private void start() {
        int fd = terminal.fromStart();
        Spawn.Started started = spawn(command, fd);
        if (started.error() == NOT_A_PROGRAM && contains(command.getFirst(), '/')) {
            // A script without a first line that names its interpreter, which shells run too.
            List<byte[]> script = new ArrayList<>(command);
            script.addFirst("/bin/sh".getBytes(StandardCharsets.US_ASCII));
            started = spawn(script, fd);
        }
        if (started.error() != 0) {
            report(new Report.Failed(started.error()));
            phase = Phase.DONE;
            return;
        }
        pid = started.pid();
        family = new Family(pid);
        if (fd >= 0) {
            terminal.lend(pid);
            terminal.noteLent(pid);
        }
        phase = Phase.RUNNING;
        Thread reaper = new Thread(this::reap, "reaper");
        reaper.setDaemon(true);
        reaper.start();
        report(new Report.Started(pid));
    }

    private Spawn.Started spawn(List<byte[]> words, int fd) {
        return Spawn.start(new Spawn.Program(words, environment, defaultSignals, Map.of(), fd));
    }

    private static boolean contains(byte[] text, char wanted) {
        for (byte letter : text) {
            if (letter == wanted) {
                return true;
            }
        }
        return false;
    }

    private void reap() {
        for (Posix.Change change = Posix.waitForChild();
                change.pid() > 0;
                change = Posix.waitForChild()) {
            if (change.pid() == pid) {
                events.add(new Child(change));
            }
        }
    }

    private void changed(Posix.Change change) {
        if (!change.stopped()) {
            status = change.status();
            return;
        }
        int signal = change.stopSignal();
        if (phase != Phase.RUNNING || family == null) {
            return;
        }
        boolean wantsTerminal = signal == Signals.TTIN || signal == Signals.TTOU;
        if (wantsTerminal && terminal.lend(pid)) {
            family.signal(Signals.CONT);
        } else {
            report(new Report.Stopped(signal, terminal.takeBack()));
        }
    }

    private void resume() {
        if (family != null && status == null) {
            terminal.lend(pid);
            family.signal(Signals.CONT);
        }
    }

    private void signal(int signal) {
        if (family != null && status == null) {
            family.signal(signal);
        }
    }

    private void end(Report.Cause newCause) {
        switch (phase) {
            case WAITING -> phase = Phase.DONE;
            case RUNNING -> {
                killNanos = Math.min(killNanos, Posix.bootNanos() + graceNanos);
                terminate(newCause);
            }
            case TERMINATING, SWEEPING, DONE -> {
                // Its end has begun already.
            }
        }
    }

    private void terminate(Report.Cause newCause) {
        phase = Phase.TERMINATING;
        cause = newCause;
        report(new Report.Ending(newCause));
        if (family != null) {
            family.signalAll(Signals.TERM);
            // A stopped process handles TERM only when it continues.
            family.signalAll(Signals.CONT);
        }
    }

    private void keepTime() {
        long now = Posix.bootNanos();
        switch (phase) {
            case RUNNING -> {
                if (status != null) {
                    sweep(now);
                } else if (now >= termNanos) {
                    terminate(Report.Cause.DEADLINE);
                }
            }
            case TERMINATING -> {
                boolean alive = family != null && now >= killNanos && killAll();
                // What TERM ended needs no KILL, and its end is known from its group.
                if (status != null && !alive && family != null && !family.signalAll(0)) {
                    done();
                }
            }
            case SWEEPING -> sweep(now);
            case WAITING, DONE -> {
                // There is no command to end.
            }
        }
    }

    /** Ends what the command left in its process group, before the lock is released. */
    private void sweep(long now) {
        if (family == null || !family.hasGroup()) {
            done();
        } else if (phase == Phase.RUNNING) {
            phase = Phase.SWEEPING;
            killNanos = Math.min(killNanos, now + graceNanos);
            family.signal(Signals.TERM);
            family.signal(Signals.CONT);
        } else if (now >= killNanos) {
            killed = true;
            family.signal(Signals.KILL);
        }
    }

    private boolean killAll() {
        killed = true;
        return family != null && family.signalAll(Signals.KILL);
    }

    private void done() {
        phase = Phase.DONE;
        int last = status == null ? 0 : status;
        report(new Report.Ended(last, cause, killed, terminal.takeBack()));
    }

    private void report(Report report) {
        Posix.write(reports, (report.line() + "\n").getBytes(StandardCharsets.US_ASCII));
    }
}
