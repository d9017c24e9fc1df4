package io.holdfast.server.auth.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.auth.Decision;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;
import io.holdfast.server.auth.RoleMap;
import io.holdfast.server.auth.Shown;
import io.holdfast.server.net.Networks;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ProxyHeaderTest {

    private static final Networks PROXIES =
            Networks.parse(List.of("10.1.0.0/16", "2001:db8:1::/48"));

    private final ProxyHeader simple = new ProxyHeader(new ProxyOptions(
            "X-Remote-User", PROXIES, null, null, RoleMap.parse(List.of(), Set.of(Role.USER))));

    private final ProxyHeader full = new ProxyHeader(new ProxyOptions(
            "X-Remote-User",
            PROXIES,
            "X-Remote-Tenant",
            "X-Remote-Groups",
            RoleMap.parse(List.of("staff=user", "ops=admin"), Set.of())));

    private static Principal admitted(Decision decision) {
        assertThat(decision).isInstanceOf(Decision.Admitted.class);
        return ((Decision.Admitted) decision).principal();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.1.2.3", "2001:db8:1::7"})
    void trustedProxyNamesThePerson(String proxy) {
        Principal alice = admitted(
                simple.authenticate(Shown.from(proxy, "X-Remote-User", "alice@example.org")));

        assertThat(alice.name()).isEqualTo("alice@example.org");
        assertThat(alice.person()).isTrue();
        assertThat(alice.tenant()).isEqualTo("default");
        assertThat(alice.is(Role.USER)).isTrue();
        assertThat(alice.is(Role.ADMIN)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.2.0.1", "127.0.0.1", "2001:db8:2::7", "::1"})
    void headerFromUntrustedAddressIsRejected(String address) {
        assertThat(simple.authenticate(Shown.from(address, "X-Remote-User", "alice")))
                .isEqualTo(ProxyHeader.FROM_ELSEWHERE);
        assertThat(simple.authenticate(Shown.from(address, "x-remote-user", "")))
                .isEqualTo(ProxyHeader.FROM_ELSEWHERE);
    }

    @Test
    void tenantAndRolesFromUntrustedAddressAreRejected() {
        assertThat(full.authenticate(Shown.from("10.2.0.1", "X-Remote-Groups", "ops")))
                .isEqualTo(ProxyHeader.FROM_ELSEWHERE);
        assertThat(full.authenticate(Shown.from("10.2.0.1", "X-Remote-Tenant", "a")))
                .isEqualTo(ProxyHeader.FROM_ELSEWHERE);
    }

    @Test
    void requestWithoutHeaderIsSkipped() {
        assertThat(simple.authenticate(Shown.from("10.1.2.3"))).isEqualTo(Decision.NOT_MINE);
        assertThat(simple.authenticate(Shown.from("10.2.0.1"))).isEqualTo(Decision.NOT_MINE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "(null)"})
    void emptyHeaderIsSkipped(String empty) {
        assertThat(simple.authenticate(Shown.from("10.1.2.3", "X-Remote-User", empty)))
                .isEqualTo(Decision.NOT_MINE);
    }

    @Test
    void repeatedHeaderIsRejected() {
        assertThat(simple.authenticate(
                        Shown.from("10.1.2.3", "X-Remote-User", "alice", "x-remote-user", "bob")))
                .isEqualTo(ProxyHeader.TWICE);
        assertThat(full.authenticate(Shown.from(
                        "10.1.2.3",
                        "X-Remote-User",
                        "alice",
                        "X-Remote-Groups",
                        "staff",
                        "X-Remote-Groups",
                        "ops")))
                .isEqualTo(ProxyHeader.TWICE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"alice bob", "alice,\u0007", "\u202ealice"})
    void invalidNameIsRejected(String name) {
        assertThat(simple.authenticate(Shown.from("10.1.2.3", "X-Remote-User", asSent(name))))
                .isEqualTo(ProxyHeader.NO_NAME);
    }

    @Test
    void nonAsciiNamesAreDecodedAsUtf8() {
        Principal principal = admitted(
                simple.authenticate(Shown.from("10.1.2.3", "X-Remote-User", asSent("J\u00f6rg"))));

        assertThat(principal.name()).isEqualTo("J\u00f6rg");
    }

    /** Returns the header as the edge passes it on: one character per UTF-8 byte. */
    private static String asSent(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"staff,ops", "staff;ops", " ops ; others"})
    void groupsMapToRolesAndTenantIsReadFromHeader(String groups) {
        Principal principal = admitted(full.authenticate(Shown.from(
                "10.1.2.3",
                "X-Remote-User",
                "alice",
                "X-Remote-Tenant",
                "physics",
                "X-Remote-Groups",
                groups)));

        assertThat(principal.tenant()).isEqualTo("physics");
        assertThat(principal.is(Role.ADMIN)).isTrue();
    }

    @Test
    void unmappedGroupsGetNoRole() {
        Principal principal = admitted(full.authenticate(
                Shown.from("10.1.2.3", "X-Remote-User", "alice", "X-Remote-Tenant", "physics")));

        assertThat(principal.roles()).isEmpty();
    }

    @Test
    void requestWithoutTenantIsRejected() {
        assertThat(full.authenticate(Shown.from("10.1.2.3", "X-Remote-User", "alice")))
                .isEqualTo(ProxyHeader.NO_TENANT);
        assertThat(full.authenticate(
                        Shown.from("10.1.2.3", "X-Remote-User", "alice", "X-Remote-Tenant", "a b")))
                .isEqualTo(ProxyHeader.NO_TENANT);
    }
}
