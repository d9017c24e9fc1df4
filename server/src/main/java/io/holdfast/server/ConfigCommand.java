package io.holdfast.server;

import io.holdfast.server.config.ConfigException;
import io.holdfast.server.config.ConfigReader;
import io.holdfast.server.config.ServerConfig;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code holdfast config check FILE}: validates a settings file without starting a server. */
final class ConfigCommand {

    private static final String USAGE = """
            usage: holdfast config check FILE [flags of serve]
            Checks the settings file of "holdfast serve --config FILE", together with the
            environment, further flags and the files that it names. Exits with 0 if it is valid.
            """;

    private ConfigCommand() {}

    static int run(
            List<String> arguments,
            Map<String, String> environment,
            PrintStream out,
            PrintStream err) {
        if (arguments.contains("--help") || arguments.contains("-h")) {
            out.print(USAGE);
            return 0;
        }
        if (arguments.size() < 2 || !arguments.getFirst().equals("check")) {
            err.print(USAGE);
            return ConfigException.USAGE;
        }
        String file = arguments.get(1);
        List<String> flags = new ArrayList<>(List.of("--config", file));
        flags.addAll(arguments.subList(2, arguments.size()));
        try {
            ServerConfig config = ConfigReader.read(flags, environment);
            config.warnings().forEach(warning -> err.println("warning: " + warning));
            out.println(file + " is valid");
            return 0;
        } catch (ConfigException e) {
            err.println(e.getMessage());
            return e.exitCode();
        }
    }
}
