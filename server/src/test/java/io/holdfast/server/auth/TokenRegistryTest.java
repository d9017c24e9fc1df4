package io.holdfast.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.auth.Decision.Admitted;
import io.holdfast.server.auth.TokenAdministration.Made;
import io.holdfast.server.auth.TokenAdministration.Wanted;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that tokens of the file are valid from their creation until they are revoked or expire. */
final class TokenRegistryTest {

    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

    @TempDir
    Path directory;

    private final AtomicLong wallMillis = new AtomicLong(NOW.toEpochMilli());
    private final BlockingQueue<TokenRegistry.Change> changes = new LinkedBlockingQueue<>();
    private Path path;
    private TokenAdministration desk;
    private TokenRegistry book;

    @BeforeEach
    void open() {
        path = directory.resolve("tokens");
        desk = new TokenAdministration(new TokenFile(path));
        book = new TokenRegistry(new TokenFile(path), wallMillis::get);
        book.onChange(changes::add);
    }

    @AfterEach
    void close() {
        book.close();
    }

    private Made make(String name, @Nullable String owner, @Nullable Instant expires)
            throws Exception {
        Made made = desk.create(new Wanted(name, owner, "acme", Set.of(Role.USER), NOW, expires));
        assertThat(change().added()).containsExactly(made.record());
        return made;
    }

    private TokenRegistry.Change change() throws InterruptedException {
        TokenRegistry.@Nullable Change change = changes.poll(60, TimeUnit.SECONDS);
        if (change == null) {
            throw new AssertionError("the change was not noticed");
        }
        return change;
    }

    private Decision ask(@Nullable String bearer) {
        return book.authenticate(new Bearer(bearer));
    }

    private record Bearer(@Nullable String bearer) implements PresentedCredentials {
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

        @Override
        public @Nullable X509Certificate certificate() {
            return null;
        }
    }

    private static void isRefused(Decision decision, String why) {
        assertThat(decision).isEqualTo(new Decision.Refused(why));
    }

    @Test
    void tokenIsValidFromCreationUntilRevocation() throws Exception {
        Made alice = make("alice", null, null);
        Admitted admitted = (Admitted) ask(alice.token().text());
        assertThat(admitted.principal())
                .isEqualTo(new Principal("alice", true, null, "acme", Set.of(Role.USER)));
        make("bob", null, null);
        // A new token does not invalidate other tokens' cached decisions.
        assertThat(admitted.holds().still()).isTrue();

        desk.revoke(Set.of(alice.record().id()));
        assertThat(change().removed()).containsExactly(alice.record());
        assertThat(admitted.holds().still()).isFalse();
        isRefused(ask(alice.token().text()), "this token is unknown");
    }

    @Test
    void agentActsForItsOwner() throws Exception {
        Made agent = make("ci", "alice", null);
        Admitted admitted = (Admitted) ask(agent.token().text());
        assertThat(admitted.principal().name()).isEqualTo("alice");
        assertThat(admitted.principal().agent()).isEqualTo("ci");
    }

    @Test
    void tokenExpiresAtItsExpiryTime() throws Exception {
        Made alice = make("alice", null, NOW.plusSeconds(10));
        Admitted admitted = (Admitted) ask(alice.token().text());
        wallMillis.addAndGet(9_999);
        assertThat(admitted.holds().still()).isTrue();
        wallMillis.addAndGet(1);
        assertThat(admitted.holds().still()).isFalse();
        isRefused(ask(alice.token().text()), "this token has expired");
        // Without the secret, a client must not learn that the token existed.
        isRefused(ask(alice.token().text() + "x"), "this token is unknown");
    }

    @Test
    void malformedTokenIsReportedAsUnknown() throws Exception {
        Made alice = make("alice", null, null);
        String text = alice.token().text();
        String unknown = "this token is unknown";
        isRefused(ask(text.replace("hf_pat_", "hf_agt_")), unknown);
        isRefused(ask(text.substring(0, text.length() - 1)), unknown);
        isRefused(ask("hf_pat_000000000000_" + alice.token().secret()), unknown);
        isRefused(ask("hf_pat_"), unknown);
        isRefused(ask("hf_pat_" + alice.record().id()), unknown);
        isRefused(ask("hf_pat_" + alice.record().id() + "_"), unknown);
        isRefused(ask("hf_pat_" + alice.record().id() + "_" + alice.record().sha256()), unknown);
        assertThat(ask(null)).isEqualTo(Decision.NOT_MINE);
        assertThat(ask("s3cret")).isEqualTo(Decision.NOT_MINE);
        assertThat(ask(text.replace("hf_pat_", ""))).isEqualTo(Decision.NOT_MINE);
    }

    @Test
    void invalidFileIsIgnoredAndDeletedFileRevokesAll() throws Exception {
        Made alice = make("alice", null, null);
        String good = Files.readString(path);
        Files.writeString(path, "nonsense\n");
        // The next change is observed, so the invalid file was either read and rejected or skipped.
        Made bob = replaceWith(good);
        assertThat(ask(alice.token().text())).isInstanceOf(Admitted.class);
        assertThat(ask(bob.token().text())).isInstanceOf(Admitted.class);
        Files.delete(path);
        assertThat(change().removed()).hasSize(2);
        isRefused(ask(alice.token().text()), "this token is unknown");
    }

    private Made replaceWith(String good) throws Exception {
        Files.writeString(path, good);
        return make("bob", null, null);
    }

    @Test
    void startReadsTheExistingFile() throws IOException {
        Made alice = desk.create(new Wanted("alice", null, "acme", Set.of(Role.USER), NOW, null));
        try (TokenRegistry other = new TokenRegistry(new TokenFile(path), wallMillis::get)) {
            assertThat(other.authenticate(new Bearer(alice.token().text())))
                    .isInstanceOf(Admitted.class);
        }
    }
}
