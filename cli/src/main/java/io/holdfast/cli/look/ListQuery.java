package io.holdfast.cli.look;

import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Connection;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.Nearest;
import io.holdfast.cli.common.Paths;
import io.holdfast.client.json.Json;
import io.holdfast.client.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Which resources to list, and their pages. */
final class ListQuery {

    private static final List<String> APIS =
            List.of("locks", "pools", "claims", "entities", "nodes");
    private static final List<String> STATES = List.of("held", "waiting", "idle");
    private static final List<String> SORTS = List.of("age", "wait", "queue");
    private static final int PAGE_MAX = 1000;

    private final String parameters;

    private ListQuery(String parameters) {
        this.parameters = parameters;
    }

    /** The listed resources, and whether there are more. */
    record Found(List<JsonObject> rows, boolean more) {}

    static void addTo(CommandSpec spec) {
        addApi(spec, "Only one API: " + String.join(", ", APIS) + ".");
        Flags.value(spec, "STATE", "Only resources that are held, waiting or idle.", "--state");
        Flags.value(spec, "NAME", "Only what this owner holds or waits for.", "--owner");
        Flags.value(spec, "ORDER", "age (default), wait or queue.", "--sort");
    }

    static void addApi(CommandSpec spec, String description) {
        Flags.value(spec, "API", description, "--api");
    }

    /** Returns the value of {@code --api}, or null. */
    static @Nullable String api(ParseResult arguments) throws CommandFailure {
        return oneOf("--api", Flags.text(arguments, "--api"), APIS);
    }

    static ListQuery of(ParseResult arguments, String prefix) throws CommandFailure {
        return of(arguments, prefix, "age");
    }

    /** Reads the flags; the order is the one of {@code --sort}, or otherwise the given one. */
    static ListQuery of(ParseResult arguments, String prefix, String order) throws CommandFailure {
        StringBuilder parameters = new StringBuilder();
        add(parameters, "api", api(arguments));
        add(parameters, "prefix", prefix.isEmpty() ? null : prefix);
        add(parameters, "state", oneOf("--state", Flags.text(arguments, "--state"), STATES));
        add(parameters, "owner", Flags.text(arguments, "--owner"));
        add(parameters, "sort", oneOf("--sort", Flags.text(arguments, "--sort", order), SORTS));
        return new ListQuery(parameters.toString());
    }

    private static void add(StringBuilder parameters, String name, @Nullable String value) {
        if (value != null) {
            parameters.append('&').append(name).append('=').append(Paths.segment(value));
        }
    }

    private static @Nullable String oneOf(String flag, @Nullable String value, List<String> known)
            throws CommandFailure {
        if (value == null || known.contains(value)) {
            return value;
        }
        throw new CommandFailure(
                ExitCode.USAGE,
                flag + ": \"" + value + "\" is unknown; expected " + String.join(", ", known)
                        + Nearest.hint(value, known));
    }

    /** Fetches as many pages as the limit needs. */
    Found fetch(Connection server, int limit) throws CommandFailure {
        return fetch(server, "/v1/resources?", parameters, "resources", limit);
    }

    /**
     * Fetches as many pages of a list as the limit needs.
     *
     * @param field of a page with its rows
     */
    static Found fetch(
            Connection server, String address, String parameters, String field, int limit)
            throws CommandFailure {
        List<JsonObject> rows = new ArrayList<>();
        String next = "";
        while (true) {
            int size = Math.min(PAGE_MAX, limit - rows.size());
            String path = address + (address.endsWith("?") ? "" : "&") + "limit=" + size
                    + parameters + (next.isEmpty() ? "" : "&after=" + Paths.segment(next));
            JsonObject page = Json.object(server.ask("GET", path, null));
            rows.addAll(page.objects(field));
            next = page.text("next", "");
            if (next.isEmpty() || rows.size() >= limit) {
                return new Found(rows, !next.isEmpty());
            }
        }
    }
}
