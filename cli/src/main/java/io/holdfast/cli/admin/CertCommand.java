package io.holdfast.cli.admin;

import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast cert DIR}: creates certificates for a first set-up of TLS. */
public final class CertCommand implements Command {

    private static final String HOST = "--host";
    private static final String PEERS = "--peers";
    private static final String DAYS = "--days";
    private static final String SERVER = "server";
    private static final int DAYS_DEFAULT = 825;
    private static final int DAYS_MAX = 3650;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
    private static final Pattern HOST_NAME = Pattern.compile(
            "[A-Za-z0-9*]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*");

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("cert");
        spec.usageMessage()
                .description(
                        "Creates certificates and keys in DIR, in PEM files that \"holdfast serve\""
                                + " reads. The first call creates a certificate authority there,"
                                + " and later calls use it. No file is overwritten, and only the"
                                + " owner can read the keys.")
                .footer(
                        "",
                        "Examples:",
                        "  holdfast cert tls --host locks.example.org,127.0.0.1",
                        "  holdfast cert tls --peers n1=10.0.0.1:6390,n2=10.0.0.2:6390");
        Flags.value(
                spec,
                "NAMES",
                "Create a server certificate for these host names and addresses,"
                        + " comma-separated.",
                HOST);
        Flags.value(
                spec,
                "NAME=HOST,...",
                "Create a certificate for each of these members, in the format of"
                        + " \"holdfast serve --peers\".",
                PEERS);
        spec.addOption(OptionSpec.builder(DAYS)
                .type(int.class)
                .paramLabel("N")
                .description("Days until the certificates expire, at most " + DAYS_MAX
                        + "; the authority's expires after " + DAYS_MAX + ". Default: "
                        + DAYS_DEFAULT + ".")
                .build());
        Flags.argument(spec, "DIR", "The directory of the authority and the new files.");
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        Path directory = Path.of(Flags.argument(arguments, 0));
        List<String> hosts = hosts(Flags.text(arguments, HOST, ""));
        Map<String, String> members = members(Flags.text(arguments, PEERS, ""));
        if (hosts.isEmpty() && members.isEmpty()) {
            throw wrong("Give --host for a server certificate, --peers for the certificates of"
                    + " members, or both.");
        }
        int days = arguments.matchedOptionValue(DAYS, DAYS_DEFAULT);
        if (days < 1 || days > DAYS_MAX) {
            throw wrong("--days is " + days + "; expected 1 to " + DAYS_MAX + ".");
        }
        checkNew(directory, hosts, members);
        try (Certificates certificates = Certificates.in(directory)) {
            if (!hosts.isEmpty()) {
                certificates.issue(SERVER, hosts, Certificates.Use.SERVER, days);
            }
            for (Map.Entry<String, String> member : members.entrySet()) {
                certificates.issue(
                        member.getKey(), List.of(member.getValue()), Certificates.Use.MEMBER, days);
            }
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FILES,
                    "The certificates in " + directory + " cannot be created: "
                            + CommandFailure.reason(e));
        }
        report(
                directory,
                !hosts.isEmpty(),
                arguments.matchedOptionValue(PEERS, ""),
                members,
                console.out());
        return 0;
    }

    private static List<String> hosts(String text) throws CommandFailure {
        List<String> hosts = new ArrayList<>();
        for (String host : items(text)) {
            if (!HOST_NAME.matcher(host).matches()) {
                throw wrong("--host has \"" + host + "\"; expected host names or addresses, such as"
                        + " locks.example.org,127.0.0.1.");
            }
            hosts.add(host);
        }
        return hosts;
    }

    /** Returns the hosts of the members by name. The port of an address is of no interest here. */
    private static Map<String, String> members(String text) throws CommandFailure {
        Map<String, String> members = new LinkedHashMap<>();
        for (String item : items(text)) {
            int equals = item.indexOf('=');
            String name = equals < 0 ? "" : item.substring(0, equals);
            String host = item.substring(equals + 1)
                    .replaceFirst("^([^:]*):[0-9]+$", "$1")
                    .replaceFirst("^\\[(.*)](:[0-9]+)?$", "$1");
            if (!NAME.matcher(name).matches() || !HOST_NAME.matcher(host).matches()) {
                throw wrong("--peers has \"" + item + "\"; expected NAME=HOST:PORT, such as"
                        + " n1=10.0.0.1:6390.");
            }
            if (name.equals(SERVER) || name.equals(Certificates.AUTHORITY)) {
                throw wrong("--peers names a member " + name
                        + ", which is the name of another file. Give it another name.");
            }
            if (members.put(name, host) != null) {
                throw wrong("--peers names " + name + " twice. Give each member its own name.");
            }
        }
        return members;
    }

    private static List<String> items(String text) {
        return Stream.of(text.split(","))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }

    /** Checks everything before the first file is written. */
    private static void checkNew(Path directory, List<String> hosts, Map<String, String> members)
            throws CommandFailure {
        List<String> names = new ArrayList<>(members.keySet());
        if (!hosts.isEmpty()) {
            names.add(SERVER);
        }
        for (String name : names) {
            for (Path file : List.of(
                    Certificates.certificate(directory, name), Certificates.key(directory, name))) {
                if (Files.exists(file)) {
                    throw new CommandFailure(
                            ExitCode.FILES,
                            file + " exists and is not overwritten. Remove it to issue a new"
                                    + " certificate, or choose another directory.");
                }
            }
        }
        Path certificate = Certificates.certificate(directory, Certificates.AUTHORITY);
        Path key = Certificates.key(directory, Certificates.AUTHORITY);
        if (Files.exists(certificate) != Files.exists(key)) {
            throw new CommandFailure(
                    ExitCode.FILES,
                    (Files.exists(key) ? certificate : key)
                            + " is missing: the authority needs its certificate and its key."
                            + " Restore the file, or choose another directory.");
        }
    }

    private static void report(
            Path directory,
            boolean server,
            String peers,
            Map<String, String> members,
            PrintStream out) {
        Path authority = Certificates.certificate(directory, Certificates.AUTHORITY);
        out.println("Certificate authority: " + authority);
        out.println("  Clients trust it: curl --cacert " + authority);
        out.println("  Its key is " + Certificates.key(directory, Certificates.AUTHORITY)
                + ". Servers do not need it: keep it in a safe place.");
        if (server) {
            out.println("Server: holdfast serve --tls-cert "
                    + Certificates.certificate(directory, SERVER)
                    + " --tls-key " + Certificates.key(directory, SERVER));
        }
        for (String name : members.keySet()) {
            out.println("Member " + name + ": holdfast serve --node " + name + " --peers " + peers
                    + " --peer-tls-cert "
                    + Certificates.certificate(directory, name)
                    + " --peer-tls-key " + Certificates.key(directory, name)
                    + " --peer-tls-ca " + authority);
        }
    }

    private static CommandFailure wrong(String what) {
        return new CommandFailure(ExitCode.USAGE, what);
    }
}
