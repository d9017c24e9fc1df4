package io.holdfast.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.SelfSigned;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CertificateAuthenticatorTest {

    @TempDir
    private static Path directory;

    private static final AtomicLong WALL_MILLIS = new AtomicLong();

    private static X509Certificate named;
    private static X509Certificate common;

    @BeforeAll
    static void makeCertificates() throws Exception {
        named = SelfSigned.in(
                        directory.resolve("named"),
                        "CN=ignored",
                        "SAN=dns:a.build.example.org,uri:spiffe://example.org/ci")
                .shown();
        common = SelfSigned.in(directory.resolve("common"), "CN=alice, O=Example", "BC=ca:false")
                .shown();
    }

    private record Showing(
            @Nullable X509Certificate certificate, @Nullable String bearer)
            implements PresentedCredentials {

        @Override
        public @Nullable String header(String name) {
            return null;
        }

        @Override
        public boolean isRepeated(String name) {
            return false;
        }

        @Override
        public InetAddress remote() {
            return InetAddress.getLoopbackAddress();
        }
    }

    private static Decision decide(
            @Nullable X509Certificate certificate, CertificateRole... roles) {
        return new CertificateAuthenticator(List.of(roles), WALL_MILLIS::get)
                .authenticate(new Showing(certificate, null));
    }

    private static CertificateRole role(String name, String role, @Nullable String tenant) {
        return new CertificateRole(name, role, tenant);
    }

    private static Principal admitted(Decision decision) {
        assertThat(decision).isInstanceOf(Decision.Admitted.class);
        return ((Decision.Admitted) decision).principal();
    }

    @Test
    void firstListedNameSetsRoleAndTenant() {
        Principal principal = admitted(decide(
                named,
                role("spiffe://example.org/ci", "lock-breaker", "ci"),
                role("*", "admin", null)));
        assertThat(principal.name()).isEqualTo("spiffe://example.org/ci");
        assertThat(principal.tenant()).isEqualTo("ci");
        assertThat(principal.is(Role.LOCK_BREAKER)).isTrue();
        assertThat(principal.is(Role.ADMIN)).isFalse();
    }

    @Test
    void wildcardMatchesOneLabel() {
        assertThat(admitted(decide(named, role("*.build.example.org", "user", null)))
                        .name())
                .isEqualTo("a.build.example.org");
        assertThat(decide(named, role("*.example.org", "user", null)))
                .isInstanceOf(Decision.Refused.class);
    }

    @Test
    void commonNameIsUsedOnlyWithoutAlternativeNames() {
        assertThat(decide(named, role("ignored", "admin", null)))
                .isInstanceOf(Decision.Refused.class);
        Principal alice = admitted(decide(common, role("alice", "reader", null)));
        assertThat(alice.name()).isEqualTo("alice");
        assertThat(alice.tenant()).isEqualTo("default");
    }

    @Test
    void requestsWithoutCertificateOrWithTokenAreSkipped() {
        assertThat(decide(null, role("*", "user", null))).isEqualTo(Decision.NOT_MINE);
        assertThat(new CertificateAuthenticator(List.of(role("*", "user", null)), WALL_MILLIS::get)
                        .authenticate(new Showing(named, "token")))
                .isEqualTo(Decision.NOT_MINE);
    }

    @Test
    void expiredCertificateIsRejectedEvenIfAcceptedBefore() {
        AtomicLong now = new AtomicLong(common.getNotAfter().toInstant().toEpochMilli());
        CertificateAuthenticator ways =
                new CertificateAuthenticator(List.of(role("*", "user", null)), now::get);
        Decision.Admitted admitted =
                (Decision.Admitted) ways.authenticate(new Showing(common, null));
        assertThat(admitted.holds().still()).isTrue();
        now.incrementAndGet();
        assertThat(admitted.holds().still()).isFalse();
        assertThat(ways.authenticate(new Showing(common, null)))
                .isEqualTo(new Decision.Refused("the certificate has expired"));
    }
}
