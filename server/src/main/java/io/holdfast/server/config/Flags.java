package io.holdfast.server.config;

import io.holdfast.server.text.Nearest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The command line of {@code serve}. It is built from the settings by picocli's programmatic API,
 * because reading annotations by reflection would slow down every start.
 */
public final class Flags {

    /** Flags of dflockd for its own cluster and its fence file, which have no meaning here. */
    private static final Set<String> FOREIGN = Set.of(
            "--raft-dir",
            "--node-id",
            "--raft-addr",
            "--cluster-peers",
            "--advertise-addr",
            "--cluster-bootstrap",
            "--raft-auth-token",
            "--raft-auth-token-file",
            "--raft-tls-cert",
            "--raft-tls-key",
            "--raft-tls-ca",
            "--orphan-ttl",
            "--admin-token",
            "--fence-state-file");

    private Flags() {}

    /** Returns the values of the given flags. */
    static Map<Setting, String> parse(List<String> arguments) throws ConfigException {
        Map<Setting, String> values = new LinkedHashMap<>();
        return readPlainly(arguments, values) ? values : parseWithCare(arguments);
    }

    /**
     * Parses {@code --name value} and {@code --name=value} of known names. Nearly every command
     * line is like that, and picocli's classes are too old for an AOT cache: loading them would
     * take a tenth of the start. Returns false if there is anything else.
     */
    private static boolean readPlainly(List<String> arguments, Map<Setting, String> values) {
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            Setting setting = Setting.ofFlag(name);
            if (setting == null) {
                return false;
            }
            if (equals >= 0) {
                values.put(setting, argument.substring(equals + 1));
                continue;
            }
            String next = i + 1 < arguments.size() ? arguments.get(i + 1) : "--";
            if (!next.startsWith("-")) {
                values.put(setting, next);
                i++;
            } else if (setting.form() instanceof SettingFormat.Switch) {
                values.put(setting, "true");
            } else {
                return false;
            }
        }
        return true;
    }

    /** Parses by picocli's rules, and reports errors. */
    static Map<Setting, String> parseWithCare(List<String> arguments) throws ConfigException {
        CommandLine.ParseResult result;
        try {
            result = commandLine().parseArgs(spelledOut(arguments));
        } catch (CommandLine.UnmatchedArgumentException e) {
            throw usage(unmatched(e));
        } catch (CommandLine.ParameterException e) {
            throw usage(e.getMessage() + ".");
        }
        Map<Setting, String> values = new LinkedHashMap<>();
        for (Setting setting : Setting.all()) {
            String flag = "--" + setting.flagName();
            if (result.hasMatchedOption(flag)) {
                String value = result.matchedOptionValue(flag, "");
                values.put(setting, value);
            }
        }
        return values;
    }

    /** Picocli would take a mistyped flag for the value of the switch before it. */
    private static String[] spelledOut(List<String> arguments) {
        String[] all = arguments.toArray(String[]::new);
        for (int i = 0; i < all.length; i++) {
            Setting setting = Setting.ofFlag(all[i]);
            boolean alone = i + 1 == all.length || all[i + 1].startsWith("-");
            if (setting != null && alone && setting.form() instanceof SettingFormat.Switch) {
                all[i] += "=true";
            }
        }
        return all;
    }

    /** Returns the help text, one paragraph for each setting. */
    public static String help() {
        return commandLine().getUsageMessage();
    }

    private static CommandLine commandLine() {
        CommandSpec spec = CommandSpec.create().name("holdfast serve");
        spec.usageMessage()
                .description("Starts the server. Flags override the environment,"
                        + " which overrides the file.\nSECONDS also takes 30s, 5m or 1h.")
                .footer(
                        "",
                        "Environment: HOLDFAST_ and the flag in capitals, _S for seconds:",
                        "HOLDFAST_HTTP_PORT=6389, HOLDFAST_DEFAULT_LEASE_TTL_S=33.",
                        "dflockd's DFLOCKD_ names are accepted too.",
                        "File: the flag without leading dashes: \"http-port: 6389\".",
                        "\"holdfast serve --example-config\" prints one with every setting.")
                .sortOptions(false)
                .width(100);
        for (Setting setting : Setting.all()) {
            spec.addOption(option(setting));
        }
        CommandLine commandLine = new CommandLine(spec);
        commandLine.setExpandAtFiles(false);
        commandLine.setOverwrittenOptionsAllowed(true);
        return commandLine;
    }

    private static OptionSpec option(Setting setting) {
        OptionSpec.Builder option = OptionSpec.builder("--" + setting.flagName())
                .type(String.class)
                .paramLabel(setting.form().label())
                .description(description(setting));
        if (setting.form() instanceof SettingFormat.Switch) {
            option.arity("0..1").fallbackValue("true");
        }
        return option.build();
    }

    private static String description(Setting setting) {
        String fallback = setting.fallback();
        String text = setting.help();
        if (fallback != null && !fallback.equals("false")) {
            text += " Default: " + fallback + ".";
        }
        return text.replace("%", "%%");
    }

    private static String unmatched(CommandLine.UnmatchedArgumentException e) {
        String first = e.getUnmatched().getFirst();
        String name = first.contains("=") ? first.substring(0, first.indexOf('=')) : first;
        if (FOREIGN.contains(name)) {
            return name
                    + " belongs to the cluster mode or the fence file of dflockd and"
                    + " has no effect here: fences and state are stored in --data-dir."
                    + " Remove the flag.";
        }
        List<String> flags =
                Setting.all().stream().map(setting -> "--" + setting.flagName()).toList();
        return "There is no flag " + name + "." + Nearest.question(name, flags);
    }

    private static ConfigException usage(String what) {
        return new ConfigException(
                ConfigException.USAGE, what + " \"holdfast serve --help\" lists all flags.");
    }
}
