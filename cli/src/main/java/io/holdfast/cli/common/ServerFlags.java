package io.holdfast.cli.common;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The flags for the server and its authentication, and the same settings from elsewhere. */
public final class ServerFlags {

    private static final String DEFAULT = "http://127.0.0.1:6389";
    private static final int OWNER_CHARACTERS_MAX = 100;

    private ServerFlags() {}

    /** Adds the flags to a command. */
    public static void addTo(CommandSpec spec) {
        Flags.value(
                spec,
                "URL",
                "The server; " + DEFAULT + " by default. Several members of a cluster are"
                        + " comma-separated. Environment: HOLDFAST_URL or HOLDFAST_SERVER.",
                "--server",
                "--url");
        Flags.value(
                spec,
                "FILE",
                "A file with the bearer token. Environment: HOLDFAST_TOKEN_FILE, or HOLDFAST_TOKEN"
                        + " with the token itself.",
                "--token-file");
        Flags.value(
                spec,
                "FILE",
                "Trusted CA certificates in PEM, instead of the JDK's. Environment: HOLDFAST_CA.",
                "--ca");
        Flags.value(
                spec,
                "D",
                "Timeout without any data, for instance 30s. Default: 60s.",
                "--timeout");
        Flags.value(
                spec,
                "NAME",
                "Read further settings from ~/.config/holdfast/NAME.conf. Environment:"
                        + " HOLDFAST_PROFILE. Default: default, if that file exists.",
                "--profile");
    }

    /** Adds the flag for the name that others see. */
    public static void addOwnerTo(CommandSpec spec) {
        Flags.value(
                spec,
                "NAME",
                "The name that others see as the holder. Environment: HOLDFAST_OWNER. Default:"
                        + " USER@HOST.",
                "--owner");
    }

    /** Returns a connection for single requests. */
    public static Connection connection(ParseResult arguments, Console console)
            throws CommandFailure {
        return target(arguments, console).connection();
    }

    /** Returns the server: flags count before the environment, and that before the profile. */
    public static Target target(ParseResult arguments, Console console) throws CommandFailure {
        Settings settings = new Settings(arguments, console, profile(arguments, console));
        String url = settings.get("url", "--server", "HOLDFAST_URL", "HOLDFAST_SERVER");
        String ca = settings.get("ca", "--ca", "HOLDFAST_CA");
        String owner = settings.get("owner", "--owner", "HOLDFAST_OWNER");
        String timeout = settings.get("timeout", "--timeout");
        Duration patience = Durations.parse("--timeout", timeout == null ? "60s" : timeout);
        return new Target(
                uris(url == null ? DEFAULT : url),
                token(settings, arguments, console),
                ca == null ? null : trusting(Path.of(ca)),
                owner == null ? owner(console) : owner,
                patience.isZero() ? Duration.ofSeconds(1) : patience);
    }

    private record Settings(ParseResult arguments, Console console, Map<String, String> profile) {

        @Nullable
        String get(String name, String flag, String... variables) {
            String value = arguments.commandSpec().findOption(flag) == null
                    ? null
                    : arguments.matchedOptionValue(flag, (String) null);
            for (String variable : variables) {
                value = value != null ? value : set(console, variable);
            }
            value = value != null ? value : profile.get(name);
            return value == null || value.isEmpty() ? null : value;
        }
    }

    private static @Nullable String set(Console console, String variable) {
        String value = console.environment().get(variable);
        return value == null || value.isEmpty() ? null : value;
    }

    private static Map<String, String> profile(ParseResult arguments, Console console)
            throws CommandFailure {
        String flag = Flags.text(arguments, "--profile");
        String name = flag != null ? flag : set(console, "HOLDFAST_PROFILE");
        Path file = Profile.file(name == null ? "default" : name, console.environment());
        return name == null && !Files.exists(file) ? Map.of() : Profile.read(file);
    }

    private static @Nullable String token(Settings settings, ParseResult arguments, Console console)
            throws CommandFailure {
        String direct = set(console, "HOLDFAST_TOKEN");
        if (direct != null && !arguments.hasMatchedOption("--token-file")) {
            return token("HOLDFAST_TOKEN", direct);
        }
        String file = settings.get("token-file", "--token-file", "HOLDFAST_TOKEN_FILE");
        if (file == null) {
            return null;
        }
        try {
            return token(file, Files.readString(Path.of(file)));
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FILES, "The token file cannot be read: " + file);
        }
    }

    private static String token(String source, String text) throws CommandFailure {
        String token = text.strip();
        if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new CommandFailure(
                    ExitCode.FILES,
                    source + " does not contain a token: expected one line of printable ASCII");
        }
        return token;
    }

    /** Returns USER@HOST, in the characters that a header may have. */
    private static String owner(Console console) {
        String user = System.getProperty("user.name", "?");
        String host = set(console, "HOSTNAME");
        if (host == null) {
            try {
                host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
            } catch (IOException e) {
                host = "localhost";
            }
        }
        String owner = (user + "@" + host).replaceAll("[^!-~]", "?");
        return owner.substring(0, Math.min(owner.length(), OWNER_CHARACTERS_MAX));
    }

    private static List<URI> uris(String list) throws CommandFailure {
        List<URI> uris = new ArrayList<>();
        for (String url : list.split(",")) {
            uris.add(uri(url.strip()));
        }
        return uris;
    }

    private static URI uri(String url) throws CommandFailure {
        try {
            URI uri = new URI(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
            boolean plain = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (plain && uri.getHost() != null) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // Reported below.
        }
        throw new CommandFailure(
                ExitCode.USAGE,
                url + " is not a server URL (expected for example " + DEFAULT + ")");
    }

    private static SSLContext trusting(Path file) throws CommandFailure {
        try (InputStream pem = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                store.setCertificateEntry("ca" + number++, certificate);
            }
            TrustManagerFactory trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new CommandFailure(
                    ExitCode.FILES,
                    "The certificates in " + file + " cannot be read: " + CommandFailure.reason(e));
        }
    }
}
