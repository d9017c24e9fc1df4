package io.holdfast.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.server.auth.Role;
import io.holdfast.server.auth.oidc.ClaimPath;
import io.holdfast.server.auth.oidc.OidcOptions;
import io.holdfast.server.auth.proxy.ProxyOptions;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IdentityReaderTest {

    private static final Map<String, String> HOME = Map.of("HOME", "/houses/somebody");

    private static ServerConfig.Guard read(String flags) throws ConfigException {
        return ConfigReader.read(List.of(flags.split(" ")), HOME).guard();
    }

    private static OidcOptions oidc(String flags) throws ConfigException {
        return Objects.requireNonNull(
                read("--oidc-issuer https://id.example.org --oidc-audience locks" + flags)
                        .oidc());
    }

    private static ProxyOptions proxy(String flags) throws ConfigException {
        return Objects.requireNonNull(
                read("--proxy-auth-header X-Remote-User --proxy-auth-from 10.0.0.0/8" + flags)
                        .proxy());
    }

    @Test
    void authenticationIsOffByDefault() throws ConfigException {
        assertThat(read("--ephemeral").oidc()).isNull();
        assertThat(read("--ephemeral").proxy()).isNull();
        assertThat(read("--ephemeral").asksWho()).isFalse();
    }

    @Test
    void issuerAndAudienceAreSufficient() throws ConfigException {
        OidcOptions options = oidc("");

        assertThat(options.issuer()).isEqualTo("https://id.example.org");
        assertThat(options.audiences()).containsExactly("locks");
        assertThat(options.keysUrl()).isNull();
        assertThat(options.roles().of(List.of("admin"))).containsExactly(Role.USER);
        assertThat(options.allowPrivate()).isFalse();
    }

    @Test
    void allIssuerOptionsAreRead() throws ConfigException {
        OidcOptions options = oidc(",claims --oidc-jwks-url https://keys.example.org/k"
                + " --oidc-name-claim email --oidc-tenant-claim org.id"
                + " --oidc-roles-claim realm_access.roles"
                + " --oidc-role-map ops=admin,dev=user --oidc-allow-private");

        assertThat(options.audiences()).containsExactlyInAnyOrder("locks", "claims");
        assertThat(options.keysUrl()).isEqualTo(URI.create("https://keys.example.org/k"));
        assertThat(options.nameClaim()).isEqualTo(new ClaimPath("email"));
        assertThat(options.tenantClaim()).isEqualTo(new ClaimPath("org.id"));
        assertThat(options.rolesClaim()).isEqualTo(new ClaimPath("realm_access.roles"));
        assertThat(options.roles().of(List.of("ops"))).containsExactly(Role.ADMIN);
        assertThat(options.roles().of(List.of("other"))).isEmpty();
        assertThat(options.allowPrivate()).isTrue();
    }

    @Test
    void defaultRoleIsConfigurable() throws ConfigException {
        assertThat(oidc(" --oidc-roles-claim g --oidc-role-map a=admin --oidc-default-role reader")
                        .roles()
                        .of(List.of()))
                .containsExactly(Role.READER);
        assertThat(oidc(" --oidc-default-role none").roles().of(List.of())).isEmpty();
        assertThat(proxy(" --proxy-auth-default-role lock-breaker").roles().of(List.of()))
                .containsExactly(Role.LOCK_BREAKER);
    }

    @Test
    void proxyOptionsAreRead() throws ConfigException {
        ProxyOptions options = proxy(",fd00::/8 --proxy-auth-tenant-header X-Tenant"
                + " --proxy-auth-roles-header X-Groups --proxy-auth-role-map staff=user");

        assertThat(options.headers()).containsExactly("X-Remote-User", "X-Tenant", "X-Groups");
        assertThat(options.from().hold(InetAddress.ofLiteral("10.9.9.9"))).isTrue();
        assertThat(options.from().hold(InetAddress.ofLiteral("127.0.0.1"))).isFalse();
        assertThat(options.roles().of(List.of("staff"))).containsExactly(Role.USER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--oidc-issuer=https://id.example.org",
                "--oidc-audience=locks",
                "--oidc-jwks-url=https://id.example.org/k",
                "--oidc-allow-private",
                "--oidc-issuer=http://id.example.org --oidc-audience=a",
                "--oidc-issuer=https://u:p@id.example.org --oidc-audience=a",
                "--oidc-issuer=id.example.org --oidc-audience=a",
                "--oidc-issuer=https://a|b --oidc-audience=a",
                "--oidc-issuer=https://id.example.org --oidc-audience=,",
                "--oidc-issuer=https://a --oidc-audience=a --oidc-jwks-url=file:///etc/passwd",
                "--oidc-issuer=https://a --oidc-audience=a --oidc-roles-claim=g",
                "--oidc-issuer=https://a --oidc-audience=a --oidc-role-map=g=user",
                "--oidc-issuer=https://a --oidc-audience=a --oidc-roles-claim=g"
                        + " --oidc-role-map=g=root",
                "--oidc-issuer=https://a --oidc-audience=a --oidc-default-role=root",
                "--oidc-issuer=https://a --oidc-audience=a --oidc-ca=/nowhere/ca.pem",
                "--proxy-auth-header=X-Remote-User",
                "--proxy-auth-from=10.0.0.1",
                "--proxy-auth-header=X-User --proxy-auth-from=ten",
                "--proxy-auth-header=Authorization --proxy-auth-from=10.0.0.1",
                "--proxy-auth-header=X-Forwarded-For --proxy-auth-from=10.0.0.1",
                "--proxy-auth-header=X:User --proxy-auth-from=10.0.0.1"
            })
    void contradictoryFlagsAreRejectedByName(String flags) {
        ConfigException error = catchThrowableOfType(ConfigException.class, () -> read(flags));

        assertThat(error.exitCode()).isEqualTo(78);
        assertThat(error.getMessage()).containsPattern("--(oidc|proxy-auth)-");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--oidc-issuer=", "--oidc-audience= ", "--proxy-auth-header="})
    void emptyValueIsRejected(String flag) {
        ConfigException error = catchThrowableOfType(
                ConfigException.class, () -> ConfigReader.read(List.of(flag), HOME));

        assertThat(error.exitCode()).isEqualTo(64);
    }

    @Test
    void caFileWithoutCertificateIsAnError(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("ca.pem"), "\n");

        ConfigException error =
                catchThrowableOfType(ConfigException.class, () -> oidc(" --oidc-ca " + file));

        assertThat(error).hasMessageContaining("--oidc-ca");
    }

    @Test
    void nonLoopbackBindIsAllowedWithAuthentication() throws ConfigException {
        assertThat(read("--host 0.0.0.0 --oidc-issuer https://a --oidc-audience b")
                        .asksWho())
                .isTrue();
        assertThat(read("--host 0.0.0.0 --proxy-auth-header X-U --proxy-auth-from 10.0.0.1")
                        .asksWho())
                .isTrue();
    }
}
