package io.holdfast.cli;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes a completion script for fish, which picocli has no generator for. */
final class FishCompletion {

    private FishCompletion() {}

    /** Returns the script for a command with its subcommands and their flags. */
    static String script(CommandSpec root) {
        String name = root.name();
        StringBuilder script = new StringBuilder("# fish completion for " + name + "\n");
        String first = "__fish_use_subcommand";
        subcommands(script, name, first, root);
        root.subcommands().forEach((word, line) -> {
            CommandSpec spec = line.getCommandSpec();
            String seen = "__fish_seen_subcommand_from " + word;
            flags(script, name, seen, spec);
            Map<String, CommandLine> inner = spec.subcommands();
            if (!inner.isEmpty()) {
                String words = String.join(" ", inner.keySet());
                subcommands(
                        script,
                        name,
                        seen + "; and not __fish_seen_subcommand_from " + words,
                        spec);
                inner.forEach((second, deeper) -> flags(
                        script,
                        name,
                        seen + "; and __fish_seen_subcommand_from " + second,
                        deeper.getCommandSpec()));
            }
        });
        return script.toString().stripTrailing();
    }

    private static void subcommands(
            StringBuilder script, String name, String condition, CommandSpec spec) {
        spec.subcommands()
                .forEach((word, line) -> script.append(start(name, condition))
                        .append(" -f -a ")
                        .append(word)
                        .append(description(line.getCommandSpec().usageMessage().description()))
                        .append('\n'));
    }

    private static void flags(
            StringBuilder script, String name, String condition, CommandSpec spec) {
        for (OptionSpec option : spec.options()) {
            script.append(start(name, condition));
            for (String flag : option.names()) {
                script.append(flag.startsWith("--") ? " -l " : " -s ")
                        .append(flag.replaceFirst("^--?", ""));
            }
            script.append(option.arity().max() > 0 ? " -r" : "")
                    .append(description(option.description()))
                    .append('\n');
        }
    }

    private static String start(String name, String condition) {
        return "complete -c " + name + " -n " + quoted(condition);
    }

    /** Returns the first sentence of a text as a description, if there is one. */
    private static String description(String... text) {
        if (text.length == 0) {
            return "";
        }
        String first = text[0].split("(?<=\\.) |; |: ", 2)[0];
        return " -d " + quoted(first);
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
