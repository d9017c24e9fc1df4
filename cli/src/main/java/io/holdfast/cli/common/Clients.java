package io.holdfast.cli.common;

import io.holdfast.client.Holdfast;
import io.holdfast.client.HoldfastException;

import picocli.CommandLine.ParseResult;

/** Runs the part of a command that uses a client, and puts its failures in words for users. */
public final class Clients {

    private Clients() {}

    /** What a command does with a client. */
    @FunctionalInterface
    public interface Use {

        /** Returns the exit code. */
        int with(Holdfast client) throws CommandFailure, InterruptedException;
    }

    /** Makes a client from flags and environment, uses it and closes it. */
    public static int use(ParseResult arguments, Console console, Use use) throws CommandFailure {
        Target target = ServerFlags.target(arguments, console);
        try (Holdfast client = target.client()) {
            return use.with(client);
        } catch (HoldfastException e) {
            throw failure(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.UNAVAILABLE, "interrupted");
        }
    }

    private static CommandFailure failure(HoldfastException e) {
        String message = String.valueOf(e.getMessage());
        if (e.isUnavailable()) {
            return CommandFailure.unreachable(message);
        }
        return switch (e.status()) {
            case 401 ->
                new CommandFailure(
                        ExitCode.FORBIDDEN,
                        "the server requires a valid token: set --token-file or HOLDFAST_TOKEN ("
                                + message + ")");
            case 403 -> new CommandFailure(ExitCode.FORBIDDEN, "denied: " + message);
            case 429, 502, 503, 504 ->
                new CommandFailure(
                        ExitCode.UNAVAILABLE,
                        "the server is unavailable: " + message + " (retry later)");
            default -> new CommandFailure(code(e), "refused: " + message);
        };
    }

    private static ExitCode code(HoldfastException e) {
        return switch (e.code()) {
            case "not_held", "lease_lost", "lease_expired" -> ExitCode.LOST;
            default -> ExitCode.REFUSED;
        };
    }
}
