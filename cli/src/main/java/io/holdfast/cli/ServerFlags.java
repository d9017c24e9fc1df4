package io.holdfast.cli;

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
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The flags for the server and its authentication. */
final class ServerFlags {

    private static final String SERVER = "--server";
    private static final String TOKEN_FILE = "--token-file";
    private static final String CA = "--ca";
    private static final String TIMEOUT = "--timeout";
    private static final String DEFAULT = "http://127.0.0.1:6389";

    private ServerFlags() {}

    static void addTo(CommandSpec spec) {
        spec.addOption(option(
                SERVER,
                "URL",
                "The server; any member of a cluster. Environment: HOLDFAST_SERVER. Default: "
                        + DEFAULT + "."));
        spec.addOption(option(
                TOKEN_FILE,
                "FILE",
                "A file with the bearer token. Environment: HOLDFAST_TOKEN_FILE."));
        spec.addOption(option(
                CA,
                "FILE",
                "Trusted CA certificates in PEM, instead of the JDK's. Environment: HOLDFAST_CA."));
        spec.addOption(OptionSpec.builder(TIMEOUT)
                .type(int.class)
                .paramLabel("SECONDS")
                .description("Timeout in seconds without any data. Default: 60.")
                .build());
    }

    private static OptionSpec option(String name, String label, String description) {
        return OptionSpec.builder(name)
                .type(String.class)
                .paramLabel(label)
                .description(description)
                .build();
    }

    /** Returns a connection to the server from the flags or the environment. */
    static Connection connection(ParseResult arguments, Console console) throws CommandFailure {
        String url = value(arguments, SERVER, "HOLDFAST_SERVER", console);
        String token = value(arguments, TOKEN_FILE, "HOLDFAST_TOKEN_FILE", console);
        String ca = value(arguments, CA, "HOLDFAST_CA", console);
        return new Connection(
                uri(url == null ? DEFAULT : url),
                token == null ? null : token(token),
                ca == null ? null : trusting(Path.of(ca)),
                Duration.ofSeconds(Math.max(1, arguments.matchedOptionValue(TIMEOUT, 60))));
    }

    private static @Nullable String value(
            ParseResult arguments, String flag, String variable, Console console) {
        String given = arguments.matchedOptionValue(flag, (String) null);
        String value = given != null ? given : console.environment().get(variable);
        return value == null || value.isEmpty() ? null : value;
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
                CommandFailure.USAGE,
                url + " is not a server URL (expected for example " + DEFAULT + ")");
    }

    private static String token(String file) throws CommandFailure {
        String token;
        try {
            token = Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            throw new CommandFailure(
                    CommandFailure.FILES, "The token file cannot be read: " + file);
        }
        if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new CommandFailure(
                    CommandFailure.FILES,
                    file + " does not contain a token: expected one line of printable ASCII");
        }
        return token;
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
                    CommandFailure.FILES,
                    "The certificates in " + file + " cannot be read: " + CommandFailure.reason(e));
        }
    }
}
