package io.holdfast.server;

import io.holdfast.core.value.Actor;
import io.holdfast.server.auth.Role;
import io.holdfast.server.auth.TokenAdministration;
import io.holdfast.server.auth.TokenFile;
import io.holdfast.server.auth.TokenJson;
import io.holdfast.server.auth.TokenRecord;
import io.holdfast.server.config.ConfigException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * {@code holdfast token}: works on the token file only, with or without a running server. The token
 * is printed to standard output and messages to standard error, so that a script can capture the
 * token alone.
 */
final class TokenCommand {

    private static final int NOT_FOUND = 1;

    /** A required file is missing (EX_NOINPUT of sysexits). */
    private static final int NO_INPUT = 66;

    private static final String FILE = "--tokens-file";
    private static final String FILE_VARIABLE = "HOLDFAST_TOKENS_FILE";
    private static final String JSON = "--json";
    private static final String EXPIRES_FALLBACK = "90d";
    private static final Pattern LASTING = Pattern.compile("([1-9][0-9]{0,4})([hd])");
    private static final String USAGE = """
            usage: holdfast token create --tokens-file FILE --name NAME [more]   create a token
                   holdfast token list   --tokens-file FILE [--json]             list tokens
                   holdfast token revoke --tokens-file FILE ID...                revoke tokens
                   holdfast token revoke --tokens-file FILE --all-of PERSON [--tenant NAME]
            Each has --help. HOLDFAST_TOKENS_FILE replaces --tokens-file.
            """;

    private final Map<String, String> environment;
    private final LongSupplier wallMillis;
    private final PrintStream out;
    private final PrintStream err;

    TokenCommand(
            Map<String, String> environment,
            LongSupplier wallMillis,
            PrintStream out,
            PrintStream err) {
        this.environment = environment;
        this.wallMillis = wallMillis;
        this.out = out;
        this.err = err;
    }

    /** A usage error, with its message. */
    private static final class Wrong extends Exception {
        private static final long serialVersionUID = 1L;

        Wrong(String message) {
            super(message);
        }
    }

    int run(List<String> arguments) {
        String first = arguments.isEmpty() ? "" : arguments.getFirst();
        CommandLine line = switch (first) {
            case "create" -> create();
            case "list" -> command("list", "Lists the tokens of the file, without secrets.");
            case "revoke" -> revoke();
            default -> null;
        };
        if (line == null) {
            boolean help = first.equals("--help") || first.equals("-h") || first.equals("help");
            (help ? out : err).print(USAGE);
            return help ? 0 : ConfigException.USAGE;
        }
        try {
            CommandLine.ParseResult given =
                    line.parseArgs(arguments.subList(1, arguments.size()).toArray(String[]::new));
            if (given.isUsageHelpRequested()) {
                line.usage(out);
                return 0;
            }
            TokenAdministration desk = new TokenAdministration(new TokenFile(file(given)));
            return switch (first) {
                case "create" -> create(desk, given);
                case "list" -> list(desk, given);
                default -> revoke(desk, given);
            };
        } catch (CommandLine.ParameterException | Wrong | IllegalArgumentException e) {
            err.println(e.getMessage() + ". \"holdfast token " + first + " --help\" explains it.");
            return ConfigException.USAGE;
        } catch (IOException e) {
            err.println("Cannot use the token file: " + e.getMessage());
            return ConfigException.CONFIGURATION;
        }
    }

    private static CommandLine command(String name, String what, OptionSpec... more) {
        CommandSpec spec = CommandSpec.create().name("holdfast token " + name);
        spec.usageMessage().description(what).sortOptions(false).width(100);
        spec.addOption(option(FILE, "FILE", "The token file. Default: HOLDFAST_TOKENS_FILE."));
        for (OptionSpec option : more) {
            spec.addOption(option);
        }
        spec.addOption(OptionSpec.builder(JSON)
                .type(boolean.class)
                .description("Print JSON.")
                .build());
        spec.addOption(OptionSpec.builder("--help", "-h").usageHelp(true).build());
        return new CommandLine(spec).setExpandAtFiles(false);
    }

    private static OptionSpec option(String name, String label, String what) {
        return OptionSpec.builder(name)
                .type(String.class)
                .paramLabel(label)
                .description(what)
                .build();
    }

    private static CommandLine create() {
        return command(
                "create",
                "Creates a token. It is printed only once; the file stores a digest of its secret.",
                option("--name", "NAME", "The person, or the agent."),
                option("--agent-of", "PERSON", "Create an agent token that acts for this person."),
                option(
                        "--role",
                        "ROLES",
                        "Any of reader, user, lock-breaker, admin, operator, comma-separated."
                                + " operator is server-wide. Default: user."),
                option("--tenant", "NAME", "Default: default."),
                option(
                        "--expires",
                        "WHEN",
                        "30d, 12h, a time such as 2030-01-01T00:00:00Z, or never. Default: "
                                + EXPIRES_FALLBACK + "."));
    }

    private static CommandLine revoke() {
        CommandLine line = command(
                "revoke",
                "Revokes tokens; a running server applies it within about a second.",
                option("--all-of", "PERSON", "All tokens of this person and the person's agents."),
                option(
                        "--tenant",
                        "NAME",
                        "The person's tenant, with --all-of. Default: default."));
        line.getCommandSpec()
                .addPositional(PositionalParamSpec.builder()
                        .type(String[].class)
                        .arity("0..*")
                        .paramLabel("ID")
                        .description("As \"list\" shows it.")
                        .build());
        return line;
    }

    private Path file(CommandLine.ParseResult given) throws Wrong {
        String name = given.matchedOptionValue(FILE, environment.getOrDefault(FILE_VARIABLE, ""));
        if (name.isEmpty()) {
            throw new Wrong("No token file: give " + FILE + " or set " + FILE_VARIABLE);
        }
        return Path.of(name);
    }

    private int create(TokenAdministration desk, CommandLine.ParseResult given)
            throws Wrong, IOException {
        String name = given.matchedOptionValue("--name", "");
        if (name.isEmpty()) {
            throw new Wrong("--name is missing");
        }
        Instant now = Instant.ofEpochMilli(wallMillis.getAsLong()).truncatedTo(ChronoUnit.SECONDS);
        String owner = given.matchedOptionValue("--agent-of", "");
        TokenAdministration.Made made = desk.create(new TokenAdministration.Wanted(
                name,
                owner.isEmpty() ? null : owner,
                given.matchedOptionValue("--tenant", Actor.DEFAULT_TENANT),
                roles(given.matchedOptionValue("--role", Role.USER.text())),
                now,
                expires(given.matchedOptionValue("--expires", EXPIRES_FALLBACK), now)));
        TokenRecord record = made.record();
        if (given.hasMatchedOption(JSON)) {
            out.println(TokenJson.write(record, Map.of("token", made.token().text())));
            return 0;
        }
        err.println("A token for " + who(record) + ", " + record.rolesText() + " in tenant "
                + record.tenant() + ", "
                + (record.expires() == null ? "never expires" : "expires " + until(record))
                + ". It is shown only once:");
        out.println(made.token().text());
        return 0;
    }

    private static Set<Role> roles(String text) throws Wrong {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (String name : text.split(",", -1)) {
            Role role = Role.of(name.trim());
            if (role == null) {
                throw new Wrong("There is no role \"" + name.trim()
                        + "\"; expected reader, user, lock-breaker, admin or operator");
            }
            roles.add(role);
        }
        return roles;
    }

    private static @Nullable Instant expires(String text, Instant now) throws Wrong {
        if (text.equals("never")) {
            return null;
        }
        Matcher lasting = LASTING.matcher(text);
        try {
            if (lasting.matches()) {
                long count = Long.parseLong(lasting.group(1));
                return now.plus(
                        lasting.group(2).equals("h")
                                ? Duration.ofHours(count)
                                : Duration.ofDays(count));
            }
            Instant instant = Instant.parse(text);
            if (!instant.isAfter(now)) {
                throw new Wrong("--expires is in the past");
            }
            return instant;
        } catch (DateTimeException e) {
            throw new Wrong("--expires is \"" + text
                    + "\"; expected 30d, 12h, a time such as 2030-01-01T00:00:00Z, or never");
        }
    }

    private int list(TokenAdministration desk, CommandLine.ParseResult given)
            throws Wrong, IOException {
        if (!Files.exists(file(given))) {
            err.println("There is no file " + file(given)
                    + "; \"holdfast token create\" creates it with the first token.");
            return NO_INPUT;
        }
        List<TokenRecord> records = desk.list();
        if (given.hasMatchedOption(JSON)) {
            out.println(records.stream()
                    .map(record -> TokenJson.write(record, Map.of()))
                    .collect(Collectors.joining(",", "[", "]")));
            return 0;
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("ID", "WHO", "TENANT", "ROLES", "CREATED", "EXPIRES"));
        for (TokenRecord record : records) {
            rows.add(List.of(
                    record.id(),
                    who(record),
                    record.tenant(),
                    record.rolesText(),
                    record.created().toString(),
                    until(record)));
        }
        print(rows);
        return 0;
    }

    private void print(List<List<String>> rows) {
        int[] widths = new int[rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(row.get(i)).repeat(' ', widths[i] + 2 - row.get(i).length());
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private int revoke(TokenAdministration desk, CommandLine.ParseResult given)
            throws Wrong, IOException {
        Set<String> ids = new LinkedHashSet<>();
        if (given.hasMatchedPositional(0)) {
            Arrays.stream(given.matchedPositionalValue(0, new String[0]))
                    .map(TokenAdministration::idOf)
                    .forEach(ids::add);
        }
        String person = given.matchedOptionValue("--all-of", "");
        if (ids.isEmpty() == person.isEmpty()) {
            throw new Wrong("Give either ids or --all-of PERSON");
        }
        if (!ids.isEmpty() && given.hasMatchedOption("--tenant")) {
            throw new Wrong("--tenant is valid only with --all-of; an id names one token");
        }
        String tenant = given.matchedOptionValue("--tenant", Actor.DEFAULT_TENANT);
        List<TokenRecord> revoked =
                ids.isEmpty() ? desk.revokeAllOf(person, tenant) : desk.revoke(ids);
        if (given.hasMatchedOption(JSON)) {
            out.println(revoked.stream()
                    .map(record -> TokenJson.write(record, Map.of()))
                    .collect(Collectors.joining(",", "[", "]")));
        } else {
            revoked.forEach(
                    record -> out.println("revoked " + record.id() + ", of " + who(record)));
        }
        revoked.forEach(record -> ids.remove(record.id()));
        // An argument that is not an id may be part of a token, so it is not printed.
        ids.forEach(id -> err.println(
                TokenAdministration.isId(id)
                        ? "There is no token " + id + "."
                        : "That is not a token id."));
        if (revoked.isEmpty() && !person.isEmpty()) {
            err.println("There is no token of " + person + " in tenant " + tenant + ".");
        }
        return ids.isEmpty() && !revoked.isEmpty() ? 0 : NOT_FOUND;
    }

    private static String who(TokenRecord record) {
        String owner = record.owner();
        return owner == null ? record.name() : record.name() + " for " + owner;
    }

    private static String until(TokenRecord record) {
        return Objects.toString(record.expires(), "never");
    }
}
