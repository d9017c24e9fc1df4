package io.holdfast.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NamesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "alice",
                "Alice",
                "alice@example.org",
                "alice@idp.example.org/realms/x",
                "auth0|5f7c8ec7c33c6c004bbafe82",
                "https://idp.example.org/!https://sp.example.org/!q7k=",
                "service-account-builder",
                "CN=alice,OU=people",
                "J\u00f6rg",
                "\u5c71\u7530"
            })
    void directoryNamesAreAcceptedUnchanged(String name) {
        assertThat(Names.principal(name)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " alice",
                "alice ",
                "shared token",
                "alice\nbob",
                "alice\u0000",
                "alice\u202ebob",
                "al\u200bice",
                "alice\u00a0b",
                "<b>alice</b>",
                "al\"ice",
                "\ud800"
            })
    void ambiguousNamesAreInvalid(String name) {
        assertThat(Names.principal(name)).isNull();
    }

    @Test
    void tooLongNameIsInvalidNotTruncated() {
        assertThat(Names.principal("a".repeat(255))).hasSize(255);
        assertThat(Names.principal("a".repeat(256))).isNull();
        assertThat(Names.principal("\u00f6".repeat(128))).isNull();
    }

    @Test
    void namesAreUnicodeNormalized() {
        assertThat(Names.principal("Jo\u0308rg")).isEqualTo("J\u00f6rg");
    }

    @Test
    void tenantNamesAreAsciiWithoutSlashes() {
        assertThat(Names.tenant("example.org")).isEqualTo("example.org");
        assertThat(Names.tenant("a/b")).isNull();
        assertThat(Names.tenant("")).isNull();
        assertThat(Names.tenant("t\u00e4nzer")).isNull();
    }

    @Test
    void unmappedWordsGetTheDefaultRole() {
        RoleMap map =
                RoleMap.parse(List.of("cn=ops,ou=x=admin", " readers = reader"), Set.of(Role.USER));

        assertThat(map.of(List.of("cn=ops,ou=x", "other"))).containsExactly(Role.ADMIN);
        assertThat(map.of(List.of("readers"))).containsExactly(Role.READER);
        assertThat(map.of(List.of("admin"))).containsExactly(Role.USER);
        assertThat(map.of(List.of())).containsExactly(Role.USER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"admin", "=admin", "ops=root", "ops=", "ops=ADMIN"})
    void pairWithoutAValidRoleIsRejected(String pair) {
        assertThatThrownBy(() -> RoleMap.parse(List.of(pair), Set.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(pair);
    }

    @Test
    void wordCannotMapToTwoRoles() {
        assertThatThrownBy(() -> RoleMap.parse(List.of("ops=user", "ops=admin"), Set.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
