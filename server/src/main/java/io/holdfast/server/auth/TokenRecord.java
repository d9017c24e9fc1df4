package io.holdfast.server.auth;

import java.time.Instant;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A stored token: everything but its secret, of which only a digest is kept.
 *
 * @param id names the record; not a secret
 * @param sha256 the digest of the secret, in hexadecimal
 * @param name the person, or the agent
 * @param owner the person an agent acts for; null for a person's own token
 * @param expires when it expires; null for never
 */
public record TokenRecord(
        String id,
        String sha256,
        String name,
        @Nullable String owner,
        String tenant,
        Set<Role> roles,
        Instant created,
        @Nullable Instant expires) {

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
    private static final String NAME = "letters, digits and signs without a blank";

    public TokenRecord {
        check(TokenText.isId(id), "id", "12 hexadecimal digits");
        check(DIGEST.matcher(sha256).matches(), "sha256", "64 hexadecimal digits");
        check(isName(name), "name", NAME);
        check(owner == null || isName(owner), "owner", NAME);
        check(tenant.equals(Names.tenant(tenant)), "tenant", "letters, digits, dots, _ and -");
        check(!roles.isEmpty(), "roles", "at least one role");
        roles = Set.copyOf(roles);
    }

    private static boolean isName(String name) {
        return name.equals(Names.principal(name));
    }

    private static void check(boolean good, String field, String expected) {
        if (!good) {
            throw new IllegalArgumentException(field + " must be " + expected);
        }
    }

    /** Returns the token's principal: the person, or the agent that acts for its owner. */
    public Principal principal() {
        return owner == null
                ? new Principal(name, true, null, tenant, roles)
                : new Principal(owner, true, name, tenant, roles);
    }

    public TokenText.Kind kind() {
        return owner == null ? TokenText.Kind.PERSON : TokenText.Kind.AGENT;
    }

    /** Returns whether it belongs to the person, directly or through an agent. */
    boolean isOf(String person, String itsTenant) {
        return person.equals(owner == null ? name : owner) && itsTenant.equals(tenant);
    }

    /** Returns whether it has expired. */
    public boolean isOver(long wallMillis) {
        return expires != null && wallMillis >= expires.toEpochMilli();
    }

    byte[] digest() {
        return HexFormat.of().parseHex(sha256);
    }

    /** Returns the names of its roles, the lowest first. */
    public String rolesText() {
        StringBuilder text = new StringBuilder();
        for (Role role : new TreeSet<>(roles)) {
            text.append(text.isEmpty() ? "" : ",").append(role.text());
        }
        return text.toString();
    }
}
