package io.holdfast.cli.run;

import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.PoolFlags;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/**
 * What {@code holdfast run} shall hold, and how.
 *
 * @param name the lock or semaphore; a label for pools
 * @param waitMax how long to wait; zero does not wait
 * @param busyCode the exit code if it is not obtained
 * @param semaphore the number of slots; zero for a lock
 * @param pool the UUID of a pool
 * @param slots the number of slots that the pool shall have; -1 leaves it as it is
 * @param words how many words the command has
 */
record RunSettings(
        String name,
        Duration waitMax,
        int busyCode,
        Duration ttl,
        Duration grace,
        int semaphore,
        @Nullable UUID pool,
        int slots,
        int words) {

    /** Stands for a wait without end. */
    static final Duration FOREVER = Duration.ofDays(36_500);

    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Duration POOL_TTL = Duration.ofHours(1);
    private static final int SLOTS_MAX = 1_048_576;

    static RunSettings of(ParseResult arguments, List<String> words) throws CommandFailure {
        UUID pool = PoolFlags.find(arguments);
        String name = Flags.argument(arguments, 0);
        check(!name.isEmpty() || pool != null, "Missing NAME: holdfast run NAME -- COMMAND");
        check(!words.isEmpty(), "Missing command: holdfast run " + name + " -- COMMAND");
        boolean waits = arguments.hasMatchedOption("--wait");
        check(!waits || !Flags.on(arguments, "--no-wait"), "-w and -n exclude each other");
        int semaphore = Flags.number(arguments, "--semaphore", 0, 1, SLOTS_MAX);
        check(semaphore == 0 || pool == null, "--semaphore and --pool exclude each other");
        Duration ttl = Flags.duration(arguments, "--ttl", pool == null ? TTL : POOL_TTL);
        check(
                ttl.toMillis() >= 1000 && (pool != null || ttl.toMillis() % 1000 == 0),
                "--ttl: expected whole seconds, at least 1s");
        Duration grace = Flags.duration(arguments, "--grace", LeaseTimes.grace(ttl));
        check(grace.compareTo(ttl.dividedBy(2)) <= 0, "--grace: expected at most half of --ttl");
        Duration wait = Flags.on(arguments, "--no-wait")
                ? Duration.ZERO
                : Flags.duration(arguments, "--wait", FOREVER);
        int busyCode = Flags.number(
                arguments, "--conflict-exit-code", ExitCode.NOT_OBTAINED.number(), 0, 255);
        int slots = PoolFlags.count(arguments);
        check(slots < 0 || pool != null, "--count needs --pool or --pool-file");
        return new RunSettings(
                name, wait, busyCode, ttl, grace, semaphore, pool, slots, words.size());
    }

    private static void check(boolean valid, String message) throws CommandFailure {
        if (!valid) {
            throw new CommandFailure(ExitCode.USAGE, message);
        }
    }

    /** Returns what is held, for messages. */
    String subject() {
        return pool != null
                ? "a slot of the pool" + (name.isEmpty() ? "" : " " + name)
                : (semaphore > 0 ? "a slot of the semaphore " : "the lock ") + name;
    }

    /** Shows no UUID of a pool. */
    @Override
    public String toString() {
        return subject();
    }
}
