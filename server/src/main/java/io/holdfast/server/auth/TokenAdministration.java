package io.holdfast.server.auth;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Creates, lists and revokes tokens in the token file, with or without a running server. */
public final class TokenAdministration {

    private final TokenFile file;
    private final SecureRandom random = new SecureRandom();

    public TokenAdministration(TokenFile file) {
        this.file = file;
    }

    /**
     * The properties of a token to create.
     *
     * @param owner the person an agent acts for; null for a person's own token
     * @param expires when it expires; null for never
     */
    public record Wanted(
            String name,
            @Nullable String owner,
            String tenant,
            Set<Role> roles,
            Instant created,
            @Nullable Instant expires) {}

    /** A new token; its secret is stored nowhere else. */
    public record Made(TokenRecord record, TokenText token) {}

    public Made create(Wanted wanted) throws IOException {
        TokenText.Kind kind = wanted.owner() == null ? TokenText.Kind.PERSON : TokenText.Kind.AGENT;
        TokenText token = TokenText.mint(kind, random);
        TokenRecord record = new TokenRecord(
                token.id(),
                HexFormat.of().formatHex(TokenText.digest(token.secret())),
                wanted.name(),
                wanted.owner(),
                wanted.tenant(),
                wanted.roles(),
                wanted.created(),
                wanted.expires());
        file.change(records -> {
            if (records.stream().anyMatch(other -> other.id().equals(record.id()))) {
                throw new IllegalStateException("the random token id already exists; try again");
            }
            List<TokenRecord> all = new ArrayList<>(records);
            all.add(record);
            return all;
        });
        return new Made(record, token);
    }

    public List<TokenRecord> list() throws IOException {
        return file.read();
    }

    /** Revokes tokens by id or by the whole token; returns the revoked ones. */
    public List<TokenRecord> revoke(Set<String> ids) throws IOException {
        return revoke(record -> ids.stream().anyMatch(id -> record.id().equals(idOf(id))));
    }

    /** Revokes all tokens of a person in the tenant, including those of the person's agents. */
    public List<TokenRecord> revokeAllOf(String person, String tenant) throws IOException {
        return revoke(record -> record.isOf(person, tenant));
    }

    private List<TokenRecord> revoke(Predicate<TokenRecord> which) throws IOException {
        List<TokenRecord> revoked = new ArrayList<>();
        file.change(records -> {
            List<TokenRecord> kept = new ArrayList<>();
            records.forEach(record -> (which.test(record) ? revoked : kept).add(record));
            return kept;
        });
        return revoked;
    }

    public static boolean isId(String text) {
        return TokenText.isId(text);
    }

    /** Returns the id of a whole token, or the text itself. */
    public static String idOf(String text) {
        TokenText token = TokenText.parse(text);
        return token == null ? text : token.id();
    }
}
