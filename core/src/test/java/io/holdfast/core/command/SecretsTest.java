package io.holdfast.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.EntityLockState;
import io.holdfast.core.value.EntityType;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import io.holdfast.core.value.Token;
import io.holdfast.core.value.TokenDigest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Printed commands and outcomes contain no secrets. */
final class SecretsTest {

    private static final long SECRET = 987_654_321_987_654_321L;
    private static final SessionId SESSION = new SessionId(SECRET, SECRET);
    private static final Token TOKEN = new Token(7, SECRET);
    private static final LeaseId LEASE = new LeaseId(SECRET, SECRET);
    private static final ClientId CLIENT = new ClientId(SECRET, SECRET);
    private static final TokenDigest DIGEST = new TokenDigest(SECRET, SECRET);
    private static final NodeAuthor ME = NodeAuthor.person("person-me", "me");
    private static final RequestId REQUEST = new RequestId(SECRET, SECRET, SECRET);
    private static final Origin ORIGIN = new Origin("n1", 1, 1);
    private static final ResourceName NAME = new ResourceName("default", Space.LOCKS, "k");

    @Test
    void noCommandShowsASecret() {
        KeyKind kind = KeyKind.LOCK;
        List<Command<?>> commands = List.of(
                new SessionCommand.Open(SESSION, "me", false),
                new SessionCommand.Close(SESSION),
                new SessionCommand.Touch(SESSION),
                new LocksCommand.Acquire(NAME, kind, SESSION, 1, 0, 0, SECRET, null),
                new LocksCommand.Enqueue(NAME, kind, SESSION, 1, 0, SECRET, null),
                new LocksCommand.Await(NAME, kind, SESSION, 0),
                new LocksCommand.Release(NAME, kind, SESSION, TOKEN),
                new LocksCommand.Renew(NAME, kind, SESSION, TOKEN, 0),
                new LocksCommand.Abandon(NAME, kind, SESSION, ORIGIN, TOKEN, REQUEST),
                new PoolsCommand.Borrow(NAME, 0, 1, LEASE),
                new PoolsCommand.Return(NAME, LEASE),
                new PoolsCommand.Abandon(NAME, ORIGIN, LEASE, REQUEST),
                new EntitiesCommand.Acquire("t", EntityType.APP, "a", CLIENT, List.of(), 1, false),
                new EntitiesCommand.Extend("t", EntityType.APP, "a", CLIENT, 1, 1),
                new EntitiesCommand.Release("t", EntityType.APP, "a", CLIENT, 1),
                new EntitiesCommand.ClearFaults("t", CLIENT),
                new NodesCommand.MintToken("", ME, "agent-x", DIGEST, null, 1),
                new NodesCommand.BindSession("", ME, DIGEST, "run"));
        for (Command<?> command : commands) {
            Proposal proposal = new Proposal(ORIGIN, Actor.MEMBER, REQUEST, command);
            assertThat(proposal.toString()).doesNotContain(Long.toString(SECRET));
        }
    }

    @Test
    void noOutcomeShowsASecret() {
        assertThat(new Outcome.Granted(TOKEN, 0, 1).toString())
                .doesNotContain(Long.toString(SECRET));
        assertThat(new Outcome.Lent(LEASE, 0, 1, 1, 1).toString())
                .doesNotContain(Long.toString(SECRET));
        EntityLockState lock = new EntityLockState(1, 1, CLIENT, List.of(), 1);
        assertThat(new Outcome.EntityLocked(lock).toString()).doesNotContain(Long.toString(SECRET));
        assertThat(new Outcome.Opened(SESSION, 1, 1).toString())
                .doesNotContain(Long.toString(SECRET));
    }
}
