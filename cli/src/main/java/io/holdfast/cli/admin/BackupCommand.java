package io.holdfast.cli.admin;

import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Connection;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.ServerFlags;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast backup FILE}: writes the whole state of a running server to one file. */
public final class BackupCommand implements Command {

    private static final String FORCE = "--force";
    private static final String STALE = "--stale";

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("backup");
        spec.usageMessage()
                .description(
                        "Writes the whole state of a running server to FILE, as of one point in"
                                + " time, without interrupting the server. FILE is created when"
                                + " the backup is complete and on disk. Only its owner can read it,"
                                + " because it contains secrets. \"holdfast restore\" creates a"
                                + " data directory from it.");
        ServerFlags.addTo(spec);
        Flags.on(spec, "Replace FILE if it exists.", FORCE);
        Flags.on(
                spec,
                "Back up the state of this member even without a leader; recently"
                        + " acknowledged changes may be missing. Use it if the majority is lost.",
                STALE);
        Flags.argument(spec, "FILE", "The file to write.");
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        Path file = Path.of(Flags.argument(arguments, 0));
        if (Files.exists(file) && !Flags.on(arguments, FORCE)) {
            throw new CommandFailure(
                    ExitCode.FILES,
                    file + " exists. Choose another name, or replace it with --force");
        }
        BackupFile backup = new BackupFile(file);
        backup.open();
        try (Connection server = ServerFlags.connection(arguments, console)) {
            boolean stale = Flags.on(arguments, STALE);
            String path = "/v1/backup" + (stale ? "?read=stale" : "");
            HttpResponse<InputStream> response = server.get(path, Map.of());
            String index = response.headers().firstValue("Holdfast-Index").orElse("?");
            try (InputStream body = server.watched(response.body())) {
                backup.copy(body);
            } catch (IOException e) {
                throw new CommandFailure(
                        ExitCode.UNAVAILABLE, "The backup ended early: " + e.getMessage());
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
