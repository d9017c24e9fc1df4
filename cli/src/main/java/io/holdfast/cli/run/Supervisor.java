package io.holdfast.cli.run;

import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.Durations;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Target;
import io.holdfast.cli.guard.OwnFiles;
import io.holdfast.cli.guard.Posix;
import io.holdfast.cli.guard.Report;
import io.holdfast.cli.guard.Signals;
import io.holdfast.client.Holdfast;
import io.holdfast.client.Lease;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Acquires, starts the command through the guard, and tells the guard of every renewal. */
final class Supervisor {

    /** How often the guard is told the lease's end, if a renewal moved it. */
    private static final Duration TICK = Duration.ofMillis(200);

    /** How long the end of the command waits for the server to confirm the release. */
    private static final Duration RELEASE_MAX = Duration.ofSeconds(5);

    /** How long the last message waits for the server to say why the grant ended. */
    private static final Duration EXPLANATION_MAX = Duration.ofSeconds(1);

    /** Something that happened; handled one after the other by the main thread. */
    private sealed interface Event {}

    private record Told(Report report) implements Event {}

    private record Signalled(int signal) implements Event {}

    private record Lost(String reason) implements Event {}

    private final RunSettings settings;
    private final Target target;
    private final Console console;
    private final OwnFiles files;
    private final Thread main = Thread.currentThread();
    private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final LeaseTimes times;

    /** The signal that ended the wait, or 0. */
    private volatile int interruption;

    private volatile boolean waiting = true;

    /** How many TSTP signals this process has sent to its own job and not yet received. */
    private final AtomicInteger ownStops = new AtomicInteger();

    /** Whether the grant ended at the server, which then says why. */
    private volatile boolean explains;

    /** What the history says about the end of a grant that ended at the server. */
    private final CompletableFuture<String> explanation = new CompletableFuture<>();

    private LeaseTimes.Times sent = new LeaseTimes.Times(0, 0);
    private int child;

    Supervisor(RunSettings settings, Target target, Console console, OwnFiles files) {
        this.settings = settings;
        this.target = target;
        this.console = console;
        this.files = files;
        this.times = new LeaseTimes(settings.ttl(), settings.grace());
    }

    int run() throws CommandFailure {
        GuardProcess guard;
        try {
            guard = GuardProcess.launch(
                    files,
                    settings.words(),
                    settings.grace().toNanos(),
                    report -> events.add(new Told(report)));
        } catch (IOException | UnsupportedOperationException e) {
            throw new CommandFailure(
                    ExitCode.REFUSED, "the guard process cannot be started: " + e.getMessage());
        }
        // The JVM would print a thread dump between the command's output.
        Posix.restore(Signals.QUIT);
        SignalListener.listen(this::signalled);
        Acquisition acquisition = new Acquisition(settings, target, console);
        Holdfast client = acquisition.client();
        try {
            Lease lease = acquisition.acquire();
            waiting = false;
            lease.onLost(loss -> events.add(new Lost(loss.detail())));
            BreakWatch.start(
                    client,
                    lease,
                    acquisition.resource(),
                    why -> {
                        explains = true;
                        events.add(new Lost(why));
                    },
                    explanation::complete);
            guard.set("HOLDFAST_KEY", key(acquisition));
            return hold(guard, client, lease);
        } catch (InterruptedException e) {
            client.close();
            return ExitCode.SIGNAL.number() + interruption;
        } catch (NotObtained e) {
            return e.exitCode();
        }
    }

    /** Returns the name for the command; the UUID of a pool is a secret and is not passed on. */
    private String key(Acquisition acquisition) {
        return settings.name().isEmpty() ? acquisition.resource() : settings.name();
    }

    private void signalled(int signal) {
        if (signal == Signals.TSTP && ownStops.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
            return;
        }
        if (!waiting) {
            events.add(new Signalled(signal));
        } else if (signal == Signals.TSTP) {
            Posix.kill((int) ProcessHandle.current().pid(), Signals.STOP);
        } else if (signal == Signals.INT || signal == Signals.TERM || signal == Signals.HUP) {
            interruption = signal;
            main.interrupt();
        }
    }

    private int hold(GuardProcess guard, Holdfast client, Lease lease) throws CommandFailure {
        guard.set("HOLDFAST_LEASE_TOKEN", lease.token());
        guard.set("HOLDFAST_FENCE", String.valueOf(lease.fence()));
        guard.set(
                "HOLDFAST_DEADLINE",
                String.valueOf(Instant.now().plus(lease.remaining()).getEpochSecond()));
        if (lease.slot() >= 0) {
            guard.set("HOLDFAST_SLOT", String.valueOf(lease.slot()));
        }
        announce(guard, lease);
        guard.start();
        String trouble = "";
        while (true) {
            @Nullable Event event = next();
            switch (event) {
                case null -> announce(guard, lease);
                case Signalled(int signal) -> guard.signal(signal);
                case Lost(String reason) -> {
                    if (trouble.isEmpty()) {
                        trouble = reason;
                        say("lost " + settings.subject() + ": " + trouble
                                + ". The command is being ended");
                    }
                    guard.end();
                }
                case Told(Report.Started(int pid)) -> child = pid;
                case Told(Report.Stopped(int _, boolean hadTerminal)) ->
                    stop(guard, lease, hadTerminal);
                case Told(Report.Ending(Report.Cause cause)) -> {
                    if (cause == Report.Cause.DEADLINE && trouble.isEmpty()) {
                        trouble = deadlineReason();
                        say(trouble + ". The command is being ended");
                    }
                }
                case Told(Report.Failed(int error)) -> {
                    release(client, lease);
                    throw Failures.ofStart(error);
                }
                case Told(Report.Ended ended) -> {
                    release(client, lease);
                    return finish(ended);
                }
                case Told(Report.Gone()) -> throw guardDied(client, lease);
            }
        }
    }

    private @Nullable Event next() {
        while (true) {
            try {
                return events.poll(TICK.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                // A signal arrived just when the wait had ended; it is passed on instead.
                events.add(new Signalled(interruption));
            }
        }
    }

    /** Tells the guard how long the lease lasts now, if a renewal has extended it. */
    private void announce(GuardProcess guard, Lease lease) {
        LeaseTimes.Times now = times.of(lease::remaining);
        boolean later = now.killNanos() - sent.killNanos() > TICK.toNanos() / 4;
        if (later && lease.isHeldNow()) {
            guard.until(now.termNanos(), now.killNanos());
            sent = now;
        }
    }

    /**
     * Stops this process too, so that the shell continues. While it is stopped nothing renews the
     * lease; the guard ends the command if that takes too long.
     */
    private void stop(GuardProcess guard, Lease lease, boolean hadTerminal) {
        if (hadTerminal) {
            // The terminal would have stopped the whole job, for instance a script around this.
            ownStops.incrementAndGet();
            Posix.kill(0, Signals.TSTP);
        }
        Posix.kill((int) ProcessHandle.current().pid(), Signals.STOP);
        if (lease.isHeldNow()) {
            guard.resume();
        }
    }

    private String deadlineReason() {
        return settings.pool() == null
                ? "the lease of " + settings.subject() + " could not be renewed in time"
                : "the time for " + settings.subject() + " is over ("
                        + Durations.text(settings.ttl()) + ", set by --ttl)";
    }

    private int finish(Report.Ended ended) {
        if (ended.cause() != Report.Cause.ITSELF) {
            String explained = explained();
            say("the command was ended with " + (ended.killed() ? "SIGKILL" : "SIGTERM")
                    + " because " + settings.subject() + " is not held any more"
                    + (explained.isEmpty() ? "" : " (" + explained + ")"));
            return ExitCode.LOST.number();
        }
        int signal = ended.signal();
        if (ended.hadTerminal() && (signal == Signals.INT || signal == Signals.QUIT)) {
            // Ctrl-C reached the command alone; without this wrapper it reaches the whole job.
            Posix.restore(signal);
            Posix.kill(0, signal);
        }
        return ended.exitCode();
    }

    private String explained() {
        if (!explains) {
            return "";
        }
        try {
            return explanation.get(EXPLANATION_MAX.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private CommandFailure guardDied(Holdfast client, Lease lease) {
        if (child > 0) {
            Posix.kill(-child, Signals.KILL);
        }
        release(client, lease);
        return new CommandFailure(
                ExitCode.REFUSED, "the guard process ended unexpectedly, and the command with it");
    }

    /** Releases within a bounded time; the lease ends by itself if no member answers. */
    private void release(Holdfast client, Lease lease) {
        Thread release = Thread.ofPlatform().daemon().start(() -> {
            if (lease.release()) {
                client.close();
            }
        });
        try {
            if (!release.join(RELEASE_MAX)) {
                say("the server did not confirm the release; the lease ends by itself");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void say(String text) {
        console.err().println("holdfast: " + text);
    }
}
