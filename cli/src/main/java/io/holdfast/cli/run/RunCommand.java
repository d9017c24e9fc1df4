package io.holdfast.cli.run;

import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.Helpful;
import io.holdfast.cli.common.PoolFlags;
import io.holdfast.cli.common.ServerFlags;
import io.holdfast.cli.guard.OwnFiles;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast run NAME -- command}: holds a lock while a command runs. */
public final class RunCommand implements Command {

    private static @Nullable OwnFiles files;

    private List<String> words = List.of();

    /** Notes which files the caller passed on to the command. */
    public static void noteFiles() {
        files = OwnFiles.atStart();
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("run");
        Helpful.describe(
                spec,
                "Runs a command while holding the lock NAME, a slot of the semaphore NAME, or a"
                        + " slot of a pool. The lease is renewed while the command runs. If it"
                        + " cannot be renewed, the command is ended before another client can get"
                        + " the lock. If it is broken, the command is ended at once. Exits with"
                        + " the command's exit code, 128+n if a signal ended it, 75 if the lock"
                        + " was not obtained, and 79 if it was lost.",
                "holdfast run nightly-report -n -- ./report.sh",
                "holdfast run deploy -w 10m --ttl 1m -- make deploy",
                "holdfast run fragile-api --semaphore 3 -- ./import.sh",
                "holdfast run --pool-file accounts.pool --count 8 -- sh -c"
                        + " './test --slot $HOLDFAST_SLOT'");
        spec.usageMessage()
                .customSynopsis(
                        "holdfast run [-w D | -n] [-E CODE] [--ttl D] [--semaphore N | --pool UUID"
                                + " | --pool-file FILE]%n             NAME -- COMMAND [ARGUMENTS]");
        Flags.value(
                spec,
                "D",
                "Wait at most this long, for instance 10m. Default: for ever.",
                "-w",
                "--wait");
        Flags.on(spec, "Do not wait if the lock is held.", "-n", "--no-wait");
        Flags.value(
                spec,
                "CODE",
                "The exit code if the lock is not obtained. Default: 75.",
                "-E",
                "--conflict-exit-code");
        Flags.value(
                spec,
                "D",
                "How long the lease lasts without renewal. Default: 30s. For pools,"
                        + " which have no renewal: how long the command may run. Default: 1h.",
                "--ttl");
        Flags.value(
                spec,
                "D",
                "Time between TERM and KILL if the lease ends. Default: a quarter of"
                        + " the ttl, at most 5s.",
                "--grace");
        Flags.value(spec, "N", "Take one of N slots of the semaphore NAME.", "--semaphore");
        PoolFlags.addTo(spec);
        PoolFlags.addCountTo(spec);
        ServerFlags.addOwnerTo(spec);
        ServerFlags.addTo(spec);
        Flags.optional(spec, "NAME", "The lock or semaphore. For pools it may be left out.");
        return spec;
    }

    /** Splits at the first {@code --}; without one, the command begins after NAME and our flags. */
    @Override
    public List<String> own(List<String> all) {
        int end = all.indexOf("--");
        if (end >= 0) {
            words = all.subList(end + 1, all.size());
            return all.subList(0, end);
        }
        CommandSpec spec = spec();
        boolean named = false;
        for (int at = 1; at < all.size(); at++) {
            String word = all.get(at);
            if (word.startsWith("-")) {
                OptionSpec option = spec.findOption(word);
                at += option != null && option.arity().max() > 0 ? 1 : 0;
            } else if (named) {
                words = all.subList(at, all.size());
                return all.subList(0, at);
            } else {
                named = true;
            }
        }
        return all;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        if (!OwnFiles.areVisible()) {
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    "\"run\" needs Linux with /proc. Here use lock, renew and unlock, or the Java"
                            + " client");
        }
        RunSettings settings = RunSettings.of(arguments, words);
        Programs.check(words.getFirst(), console.environment());
        OwnFiles own = files == null ? OwnFiles.atStart() : files;
        return new Supervisor(settings, ServerFlags.target(arguments, console), console, own).run();
    }
}
