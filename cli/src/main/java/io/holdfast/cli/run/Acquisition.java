package io.holdfast.cli.run;

import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.Durations;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Target;
import io.holdfast.client.Acquired;
import io.holdfast.client.Holdfast;
import io.holdfast.client.Lease;
import java.time.Duration;

/** Acquires what {@code holdfast run} holds, or says why not. */
final class Acquisition {

    private static final Duration REQUEST_MAX = Duration.ofSeconds(10);

    private final RunSettings settings;
    private final Console console;
    private final Holdfast client;

    Acquisition(RunSettings settings, Target target, Console console) {
        this.settings = settings;
        this.console = console;
        Duration timeout =
                target.timeout().compareTo(REQUEST_MAX) < 0 ? target.timeout() : REQUEST_MAX;
        this.client =
                target.builder().requestTimeout(timeout).ttl(settings.ttl()).build();
    }

    Holdfast client() {
        return client;
    }

    Lease acquire() throws InterruptedException, CommandFailure, NotObtained {
        Acquired acquired = request();
        return switch (acquired) {
            case Acquired.Granted(Lease lease) -> lease;
            case Acquired.Refused refused when refused.isBusy() -> {
                String waited = settings.waitMax().isZero()
                        ? ""
                        : " after " + Durations.text(settings.waitMax());
                console.err()
                        .println("holdfast: " + settings.subject() + " was not obtained" + waited
                                + ": " + refused.detail());
                throw new NotObtained(settings.busyCode());
            }
            case Acquired.Refused(String code, String detail) ->
                throw new CommandFailure(
                        exitCode(code), settings.subject() + " was refused: " + detail);
            case Acquired.Unknown(String detail) ->
                throw new CommandFailure(
                        ExitCode.UNAVAILABLE,
                        detail + ". Is the server running? Set --server or HOLDFAST_URL");
            case Acquired.Queued(int _, var _) ->
                throw new IllegalStateException("the request waited and is still queued");
        };
    }

    private static ExitCode exitCode(String code) {
        return switch (code) {
            case "unauthorized", "forbidden" -> ExitCode.FORBIDDEN;
            case "overloaded", "draining", "no_leader", "unavailable" -> ExitCode.UNAVAILABLE;
            default -> ExitCode.REFUSED;
        };
    }

    private Acquired request() throws InterruptedException {
        return settings.semaphore() > 0
                ? client.semaphore(settings.name(), settings.semaphore()).acquire(settings.waitMax())
                : client.lock(settings.name()).acquire(settings.waitMax());
    }
}
