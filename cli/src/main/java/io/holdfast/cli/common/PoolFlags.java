package io.holdfast.cli.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The flags that name a pool. Its UUID is a secret, so a file is better than an argument. */
public final class PoolFlags {

    private static final String POOL = "--pool";
    private static final String FILE = "--pool-file";
    private static final String COUNT = "--count";
    private static final int SLOTS_MAX = 1_000_000;

    private PoolFlags() {}

    public static void addTo(CommandSpec spec) {
        Flags.value(
                spec,
                "UUID",
                "The pool. The UUID is a secret, which other users of this machine can see in the"
                        + " list of processes: prefer --pool-file.",
                POOL);
        Flags.value(spec, "FILE", "A file with the UUID of the pool.", FILE);
    }

    /** Adds the flag that creates the pool. */
    public static void addCountTo(CommandSpec spec) {
        Flags.value(spec, "N", "Create the pool, or set its number of slots, first.", COUNT);
    }

    /** Returns the number of slots that the pool shall have, or -1 to leave it as it is. */
    public static int count(ParseResult arguments) throws CommandFailure {
        return Flags.number(arguments, COUNT, -1, 0, SLOTS_MAX);
    }

    /** Returns the pool that the flags name, or null. */
    public static @Nullable UUID find(ParseResult arguments) throws CommandFailure {
        String file = Flags.text(arguments, FILE);
        String given = Flags.text(arguments, POOL);
        if (file != null && given != null) {
            throw new CommandFailure(ExitCode.USAGE, "--pool and --pool-file exclude each other");
        }
        String text = file == null ? given : read(file);
        try {
            return text == null ? null : UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    (file == null ? POOL : file) + ": expected a UUID such as"
                            + " 9f1c2e7a-5b3d-4c8e-a1f0-6d2b9c4e7a01");
        }
    }

    /** Returns the pool that the flags name. */
    public static UUID need(ParseResult arguments) throws CommandFailure {
        UUID pool = find(arguments);
        if (pool == null) {
            throw new CommandFailure(ExitCode.USAGE, "Missing pool: set --pool-file or --pool");
        }
        return pool;
    }

    private static String read(String file) throws CommandFailure {
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FILES,
                    "The pool file " + file + " cannot be read: " + CommandFailure.reason(e));
        }
    }
}
