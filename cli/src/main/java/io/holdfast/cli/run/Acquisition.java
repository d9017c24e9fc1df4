package io.holdfast.cli.run;

import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.Durations;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Holders;
import io.holdfast.cli.common.Paths;
import io.holdfast.cli.common.Target;
import io.holdfast.cli.common.WaitLine;
import io.holdfast.client.Acquired;
import io.holdfast.client.Holdfast;
import io.holdfast.client.HoldfastException;
import io.holdfast.client.Lease;
import io.holdfast.client.Pool;

import java.time.Duration;

/** Acquires what {@code holdfast run} holds, or says why not. */
final class Acquisition {

    private static final Duration REQUEST_MAX = Duration.ofSeconds(10);
    private static final Duration BORROW_MAX = Duration.ofSeconds(60);

    private final RunSettings settings;
    private final Console console;
    private final String owner;
    private final Holdfast client;
    private String resource;

    Acquisition(RunSettings settings, Target target, Console console) {
        this.settings = settings;
        this.console = console;
        this.owner = target.owner();
        this.resource = settings.name();
        Duration timeout =
                target.timeout().compareTo(REQUEST_MAX) < 0 ? target.timeout() : REQUEST_MAX;
        this.client =
                target.builder().requestTimeout(timeout).ttl(settings.ttl()).build();
    }

    Holdfast client() {
        return client;
    }

    Lease acquire() throws InterruptedException, CommandFailure, NotObtained {
        return switch (outcome()) {
            case Acquired.Granted(Lease lease) -> lease;
            case Acquired.Refused refused
            when refused.isBusy() -> {
                String waited = settings.waitMax().isZero()
                        ? ""
                        : " after " + Durations.text(settings.waitMax());
                // With "-E 0" this is no failure, and cron mails everything that is printed.
                if (settings.busyCode() != 0) {
                    console.err()
                            .println("holdfast: " + settings.subject() + " was not obtained"
                                    + waited + ": " + busy(refused));
                }
                throw new NotObtained(settings.busyCode());
            }
            case Acquired.Refused(String code, String detail) ->
                throw new CommandFailure(
                        exitCode(code), settings.subject() + " was refused: " + detail);
            case Acquired.Unknown(String detail) -> throw CommandFailure.unreachable(detail);
            case Acquired.Queued(int _, var _) ->
                throw new IllegalStateException("the request waited and is still queued");
        };
    }

    /** Names the holder of a lock; a semaphore and a pool have several. */
    private String busy(Acquired.Refused refused) {
        boolean lock = settings.pool() == null && settings.semaphore() == 0;
        return lock
                ? Holders.words(client, "locks", settings.name(), refused.detail())
                : refused.detail();
    }

    private Acquired outcome() throws InterruptedException {
        try {
            return request();
        } catch (HoldfastException e) {
            String message = String.valueOf(e.getMessage());
            return e.isUnavailable()
                    ? new Acquired.Unknown(message)
                    : new Acquired.Refused(e.code(), message);
        }
    }

    private static ExitCode exitCode(String code) {
        return switch (code) {
            case "unauthorized", "forbidden" -> ExitCode.FORBIDDEN;
            case "overloaded", "draining", "no_leader", "unavailable" -> ExitCode.UNAVAILABLE;
            default -> ExitCode.REFUSED;
        };
    }

    private Acquired request() throws InterruptedException {
        if (settings.pool() != null) {
            Pool pool = client.pool(settings.pool());
            if (settings.slots() >= 0) {
                pool.create(settings.slots());
            }
            return borrow(pool);
        }
        boolean shows = console.terminal() && !settings.waitMax().isZero();
        String path = "/v1/resources/locks/" + Paths.segment(settings.name());
        try (WaitLine _ = shows ? waitLine(path) : null) {
            return settings.semaphore() > 0
                    ? client.semaphore(settings.name(), settings.semaphore())
                            .acquire(settings.waitMax())
                    : client.lock(settings.name()).acquire(settings.waitMax());
        }
    }

    private WaitLine waitLine(String path) {
        return new WaitLine(client, path, settings.subject(), owner, console.err());
    }

    /** Borrows in pieces, because the server limits how long one request may wait. */
    private Acquired borrow(Pool pool) throws InterruptedException {
        resource = pool.resourceName();
        long endNanos = System.nanoTime() + settings.waitMax().toNanos();
        String path = "/v1/resources/pools/" + Paths.segment(resource);
        try (WaitLine _ =
                console.terminal() && !settings.waitMax().isZero() ? waitLine(path) : null) {
            while (true) {
                Duration left = Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
                Duration piece = left.compareTo(BORROW_MAX) < 0 ? left : BORROW_MAX;
                Acquired acquired = pool.borrow(settings.ttl(), piece);
                boolean busy = acquired instanceof Acquired.Refused refused && refused.isBusy();
                if (!busy || piece.equals(left)) {
                    return acquired;
                }
            }
        }
    }

    /** Returns the name of what is held in the resources API, which for pools is not the UUID. */
    String resource() {
        return resource;
    }
}
