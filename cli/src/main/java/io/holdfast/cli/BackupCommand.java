package io.holdfast.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast backup FILE}: the whole state of a running server in one file. */
final class BackupCommand implements Command {

    private static final String FORCE = "--force";
    private static final String STALE = "--stale";

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("backup");
        spec.usageMessage()
                .description(
                        "Writes the whole state of a running server into FILE, as of one instant,"
                                + " while it goes on serving. FILE appears when it is complete and"
                                + " on disk; only its owner can read it, because it holds secrets."
                                + " \"holdfast restore\" makes a data directory from it.");
        ServerFlags.addTo(spec);
        spec.addOption(OptionSpec.builder(FORCE)
                .type(boolean.class)
                .description("Replace FILE where it exists.")
                .build());
        spec.addOption(OptionSpec.builder(STALE)
                .type(boolean.class)
                .description("What this node has, though there is no leader: something that was"
                        + " acknowledged last may be missing. For when a majority is lost.")
                .build());
        spec.addPositional(PositionalParamSpec.builder()
                .index("0")
                .arity("1")
                .required(true)
                .type(String.class)
                .paramLabel("FILE")
                .description("Where to write it.")
                .build());
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        Path file = Path.of(arguments.matchedPositionalValue(0, ""));
        if (Files.exists(file) && !arguments.matchedOptionValue(FORCE, false)) {
            throw new CommandFailure(
                    CommandFailure.FILES,
                    file + " exists. Choose another name, or replace it with --force");
        }
        BackupFile backup = new BackupFile(file);
        backup.open();
        try (Connection server = ServerFlags.connection(arguments, console)) {
            boolean stale = arguments.matchedOptionValue(STALE, false);
            String path = "/v1/backup" + (stale ? "?read=stale" : "");
            HttpResponse<InputStream> response = server.get(path);
            String index = response.headers().firstValue("Holdfast-Index").orElse("?");
            try (InputStream body = server.watched(response.body())) {
                backup.copy(body);
            } catch (IOException e) {
                throw new CommandFailure(CommandFailure.UNAVAILABLE, "The backup broke off: " + e.getMessage());
            }
            backup.keep();
            console.out()
                    .println(file + ": " + backup.bytes() + " bytes, the state up to entry " + index
                            + " of the log");
            return 0;
        } finally {
            backup.discard();
        }
    }
}
