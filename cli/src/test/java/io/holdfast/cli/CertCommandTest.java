package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.common.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CertCommandTest {

    private static final String SERVER_AUTHENTICATION = "1.3.6.1.5.5.7.3.1";
    private static final String CLIENT_AUTHENTICATION = "1.3.6.1.5.5.7.3.2";

    @TempDir
    private Path directory;

    private Typed cert(String... words) {
        String[] all = Stream.concat(
                        Stream.of("cert", directory.resolve("tls").toString()), Stream.of(words))
                .toArray(String[]::new);
        return Typed.of(Map.of(), all);
    }

    private X509Certificate read(String name) throws Exception {
        try (InputStream in = Files.newInputStream(directory.resolve("tls").resolve(name))) {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("tls"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void authorityServerAndMembersAreCreated() throws Exception {
        Typed typed = cert("--host", "locks.example.org,127.0.0.1", "--peers", "n1=10.0.0.1:6390");

        assertThat(typed.code()).as(typed.err()).isZero();
        assertThat(files())
                .containsExactly(
                        "ca-key.pem",
                        "ca.pem",
                        "n1-key.pem",
                        "n1.pem",
                        "server-key.pem",
                        "server.pem");
        assertThat(typed.out()).contains("--tls-cert", "--peer-tls-cert", "--cacert");
        X509Certificate authority = read("ca.pem");
        assertThat(authority.getBasicConstraints()).isZero();
        X509Certificate server = read("server.pem");
        server.verify(authority.getPublicKey());
        assertThat(server.getSubjectAlternativeNames().toString())
                .contains("locks.example.org", "127.0.0.1");
        assertThat(server.getExtendedKeyUsage()).containsExactly(SERVER_AUTHENTICATION);
        assertThat(server.getBasicConstraints()).isEqualTo(-1);
        X509Certificate member = read("n1.pem");
        member.verify(authority.getPublicKey());
        assertThat(member.getSubjectAlternativeNames().toString()).contains("10.0.0.1");
        assertThat(member.getExtendedKeyUsage())
                .containsExactly(SERVER_AUTHENTICATION, CLIENT_AUTHENTICATION);
        for (String key : List.of("ca-key.pem", "server-key.pem", "n1-key.pem")) {
            Path file = directory.resolve("tls").resolve(key);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .as(key)
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void laterCertificatesAreSignedByTheSameAuthority() throws Exception {
        cert("--host", "127.0.0.1");
        byte[] before = read("ca.pem").getEncoded();

        Typed typed = cert("--peers", "n4=host-4.example.org:6390", "--days", "30");

        assertThat(typed.code()).as(typed.err()).isZero();
        assertThat(read("ca.pem").getEncoded()).isEqualTo(before);
        X509Certificate member = read("n4.pem");
        member.verify(read("ca.pem").getPublicKey());
        assertThat(member.getNotAfter().toInstant())
                .isBefore(Instant.now().plus(Duration.ofDays(31)));
    }

    @Test
    void existingFilesAreNotOverwritten() throws Exception {
        cert("--host", "127.0.0.1");
        byte[] before = read("server.pem").getEncoded();

        Typed typed = cert("--peers", "n1=127.0.0.1:7001", "--host", "localhost");

        assertThat(typed.code()).isEqualTo(ExitCode.FILES.number());
        assertThat(typed.err()).contains("server.pem exists and is not overwritten");
        assertThat(read("server.pem").getEncoded()).isEqualTo(before);
        assertThat(files()).doesNotContain("n1.pem");
    }

    @Test
    void authorityWithoutItsKeyCannotSign() throws Exception {
        Files.createDirectory(directory.resolve("tls"));
        Files.writeString(directory.resolve("tls/ca.pem"), "");

        Typed typed = cert("--host", "127.0.0.1");

        assertThat(typed.code()).isEqualTo(ExitCode.FILES.number());
        assertThat(typed.err()).contains("ca-key.pem is missing");
    }

    @Test
    void invalidArgumentsAreExplained() {
        assertThat(cert().err()).contains("Give --host");
        assertThat(cert("--host", "a b").err()).contains("\"a b\"; expected host names");
        assertThat(cert("--peers", "10.0.0.1").err()).contains("expected NAME=HOST:PORT");
        assertThat(cert("--peers", "ca=10.0.0.1").err()).contains("another name");
        assertThat(cert("--host", "localhost", "--days", "0").err()).contains("expected 1 to 3650");
        assertThat(directory.resolve("tls")).doesNotExist();
    }
}
