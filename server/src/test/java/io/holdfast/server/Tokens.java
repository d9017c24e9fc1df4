package io.holdfast.server;

import io.holdfast.server.auth.Role;
import io.holdfast.server.auth.TokenAdministration;
import io.holdfast.server.auth.TokenAdministration.Wanted;
import io.holdfast.server.auth.TokenFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A tokens file for a test's server. */
public final class Tokens {

    private final Path path;
    private final TokenAdministration desk;

    public Tokens(Path directory) {
        this.path = directory.resolve("tokens");
        this.desk = new TokenAdministration(new TokenFile(path));
    }

    public String path() {
        return path.toString();
    }

    /** Creates a person's token. */
    public String of(String name, Role... roles) {
        return make(name, null, "default", roles);
    }

    /** Creates a user's token that expires. */
    public String until(String name, Instant expires) {
        try {
            return desk.create(new Wanted(
                            name, null, "default", Set.of(Role.USER), Instant.EPOCH, expires))
                    .token()
                    .text();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates a token for a person's agent. */
    public String agent(String name, String owner, Role... roles) {
        return make(name, owner, "default", roles);
    }

    public String make(String name, @Nullable String owner, String tenant, Role... roles) {
        try {
            return desk.create(new Wanted(name, owner, tenant, Set.of(roles), Instant.EPOCH, null))
                    .token()
                    .text();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Revokes all tokens of a person in the default tenant. */
    public void revokeAllOf(String person) {
        try {
            desk.revokeAllOf(person, "default");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void revoke(String token) {
        try {
            desk.revoke(Set.of(token));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
