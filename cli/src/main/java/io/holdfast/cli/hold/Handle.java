package io.holdfast.cli.hold;

import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.ExitCode;

import picocli.CommandLine.ParseResult;

/**
 * What {@code holdfast lock} prints and {@code unlock} and {@code renew} take: the token of the
 * grant, and the session that holds it. Both are secrets.
 *
 * @param session may be empty: the token alone proves the grant, but does not keep the session
 *     alive
 */
record Handle(String token, String session) {

    static Handle of(String text) {
        int dot = text.indexOf('.');
        return dot < 0
                ? new Handle(text, "")
                : new Handle(text.substring(0, dot), text.substring(dot + 1));
    }

    /** The description of the argument. */
    static final String HELP = "What \"holdfast lock\" printed. \"-\" reads it from standard input;"
            + " without it HOLDFAST_LEASE_TOKEN counts. Both hide it from the list of processes.";

    /** Returns the handle that the second argument, standard input or the environment gives. */
    static Handle of(ParseResult arguments, Console console) throws CommandFailure {
        String text = Secrets.argument(arguments, 1, "HOLDFAST_LEASE_TOKEN", console);
        if (text.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE, "Missing token: give it, or set HOLDFAST_LEASE_TOKEN");
        }
        return of(text);
    }

    String text() {
        return session.isEmpty() ? token : token + "." + session;
    }

    /** Shows no secrets. */
    @Override
    public String toString() {
        return "handle";
    }
}
