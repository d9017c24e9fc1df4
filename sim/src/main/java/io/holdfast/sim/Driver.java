package io.holdfast.sim;

import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.ResourceName;
import io.holdfast.sim.Ask.Key;
import io.holdfast.sim.Ask.Way;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chooses the next step, by chance and from earlier requests and answers. */
final class Driver {

    static final int VERBS = 14;
    private static final int RECENT = 40;
    private static final int BREAKS_PER_MILLE = 25;

    private final Chance chance;
    private final Swarm swarm;
    private final List<Action> recent = new ArrayList<>();
    private final EntityDraws entities;
    private final NodeDraws workNodes;
    private int id;

    /**
     * The member to drain next, because a call just joined one of its calls; negative if there is
     * none.
     */
    private int drainNext = -1;

    /** The member that the next request goes through; mostly a live one. */
    private int member;

    Driver(Chance chance, Swarm swarm) {
        this.chance = chance;
        this.swarm = swarm;
        this.entities = new EntityDraws(chance);
        this.workNodes = new NodeDraws(chance);
    }

    Action next(Run run) {
        id++;
        member = chance.below(swarm.members());
        for (int tries = 0; tries < 4 && !run.isAlive(member); tries++) {
            member = chance.below(swarm.members());
        }
        boolean joins = chance.perMille(swarm.batchPerMille());
        Ask ask = raises(run)
                ? new Ask.RaiseFormat(member)
                : chance.perMille(swarm.restorePerMille())
                        ? new Ask.Restore()
                        : chance.perMille(swarm.snapshotPerMille())
                                ? new Ask.Snapshot(chance.between(1, 400))
                                : ask(run);
        Action action = new Action(id, joins ? 0 : gapNanos(run), joins, ask);
        recent.add(action);
        if (recent.size() > RECENT) {
            recent.removeFirst();
        }
        return action;
    }

    /** Ends a rolling upgrade at some time; it may also have ended before or never end. */
    private boolean raises(Run run) {
        return swarm.raisePerMille() > 0
                && run.format() < Format.NEWEST
                && chance.perMille(swarm.raisePerMille());
    }

    private long gapNanos(Run run) {
        if (chance.perMille(swarm.zeroGapPerMille())) {
            return 0;
        }
        long gap = chance.between(1, swarm.gapMillisMax()) * Swarm.MILLI_NANOS;
        if (chance.perMille(swarm.latePerMille())) {
            return gap * 20;
        }
        // A healthy leader never assigns a time after a deadline without a tick at that deadline.
        long dueNanos = run.nextDeadlineNanos();
        return chance.coin() ? gap : Math.max(0, Math.min(gap, dueNanos - run.nowNanos()));
    }

    private Ask ask(Run run) {
        if (!run.isAlive(member)) {
            return new Ask.Start(member, chance.perMille(100), 0, 0);
        }
        if (drainNext >= 0) {
            Ask drain = new Ask.Drain(drainNext, false);
            drainNext = -1;
            return drain;
        }
        if (chance.perMille(BREAKS_PER_MILLE)) {
            return breakGrant(run);
        }
        if (swarm.poolsPerMille() > 0 && chance.perMille(swarm.poolsPerMille())) {
            return pools(run);
        }
        if (swarm.claimsPerMille() > 0 && chance.perMille(swarm.claimsPerMille())) {
            return claims(run);
        }
        if (swarm.entitiesPerMille() > 0 && chance.perMille(swarm.entitiesPerMille())) {
            return new Ask.Entities(entities.next(run.lastEntityLock(), id), way());
        }
        if (swarm.nodesPerMille() > 0 && chance.perMille(swarm.nodesPerMille())) {
            return new Ask.Nodes(workNodes.next(run::nodeVersion, id), way());
        }
        int sum = 1;
        for (int weight : swarm.weights()) {
            sum += weight;
        }
        int drawn = chance.below(sum);
        int verb = 0;
        while (verb < VERBS && drawn >= swarm.weights()[verb]) {
            drawn -= swarm.weights()[verb++];
        }
        return ask(verb, run);
    }

    private Ask ask(int verb, Run run) {
        int session = chance.below(swarm.sessions());
        for (int tries = 0; tries < 4 && verb > 1 && !run.isOpen(session); tries++) {
            session = chance.below(swarm.sessions());
        }
        Key key = key();
        return switch (verb) {
            case 0, 1 -> new Ask.Open(session, chance.perMille(250), chance.below(3), way());
            case 2 -> chance.perMille(200) ? new Ask.Close(session, way()) : new Ask.Tick();
            case 3 -> new Ask.Touch(session, way());
            case 4, 5 -> new Ask.Acquire(key, session, waitNanos(), ttlNanos(), way());
            case 6 -> new Ask.Enqueue(key, session, ttlNanos(), way());
            case 7 -> new Ask.Await(key, session, waitNanos(), way());
            case 8, 9 -> release(run, session);
            case 10 -> renew(run, session);
            case 11 -> hangUp();
            case 12 -> repeat();
            case 13 -> chance.perMille(200) ? memberChange(run) : new Ask.Tick();
            default -> run.isAlive(member) ? new Ask.Tick() : new Ask.Start(member, false, 0, 0);
        };
    }

    private Ask claims(Run run) {
        // Mostly one of the latest claims, sometimes one that never existed.
        long id = Math.max(0, run.lastClaim() + 1 - chance.below(8));
        int onlyOf = chance.perMille(800) ? -1 : chance.below(2);
        int drawn = chance.below(10);
        return switch (drawn) {
            case 0, 1, 2, 3 -> newClaim(drawn == 3 && run.format() >= Format.FIFTH);
            case 4, 5 -> new Ask.Claims.Prolong(id, onlyOf, ttlNanos(), way());
            case 6 -> new Ask.Claims.Move(id, onlyOf, ClaimStatus.ACTIVE, way());
            case 7 -> new Ask.Claims.Move(id, onlyOf, ClaimStatus.RELEASED, way());
            case 8 ->
                new Ask.Claims.Move(
                        id,
                        onlyOf,
                        chance.coin() ? ClaimStatus.ABORTED : ClaimStatus.REVOKED,
                        way());
            default -> new Ask.Claims.Move(id, onlyOf, ClaimStatus.WITHDRAWN, way());
        };
    }

    private Ask newClaim(boolean takes) {
        int resource = chance.below(3);
        long ttlNanos = ttlNanos();
        int creator = chance.below(2);
        int dataBytes = chance.coin() ? 0 : chance.between(1, 12);
        return takes
                ? new Ask.Claims.Take(resource, ttlNanos, creator, dataBytes, way())
                : new Ask.Claims.Create(resource, ttlNanos, creator, dataBytes, way());
    }

    private Ask pools(Run run) {
        int pool = chance.below(swarm.pools());
        return switch (chance.below(16)) {
            case 0, 1, 2 ->
                new Ask.Pools.Put(pool, chance.between(0, 4), chance.perMille(900), way());
            case 3 ->
                chance.perMille(300)
                        ? new Ask.Pools.Delete(pool, way())
                        : new Ask.Pools.Put(pool, chance.between(1, 4), true, way());
            case 4, 5, 6, 7 -> giveBack(run, pool);
            case 8 -> hangUp();
            case 9 -> repeat();
            default -> new Ask.Pools.Borrow(pool, waitNanos(), Math.max(1, ttlNanos()), way());
        };
    }

    /** Returns a lease, mostly to the pool that lent it. */
    private Ask giveBack(Run run, int pool) {
        for (int tries = 0; tries < 8 && !recent.isEmpty(); tries++) {
            Action action = recent.get(chance.below(recent.size()));
            if (run.lease(action.id()) != null && action.ask() instanceof Ask.Pools borrow) {
                boolean wrong = chance.perMille(swarm.wrongPerMille());
                return new Ask.Pools.Return(wrong ? pool : borrow.pool(), action.id(), way());
            }
        }
        return new Ask.Pools.Return(pool, 0, way());
    }

    /** Breaks one of the latest grants, by its own name or sometimes by another one. */
    private Ask breakGrant(Run run) {
        long fence = run.fence() - chance.below(8);
        ResourceName name = run.holds(fence);
        if (name == null) {
            return new Ask.Tick();
        }
        boolean wrong = chance.perMille(swarm.wrongPerMille());
        return new Ask.Break(name, wrong ? fence - 1 : fence, way());
    }

    private Key key() {
        Key key = swarm.keys().get(chance.below(swarm.keys().size()));
        if (chance.perMille(swarm.wrongPerMille())) {
            return chance.coin()
                    ? new Key(key.number(), KeyKind.SEMAPHORE, chance.between(0, 4))
                    : new Key(key.number(), KeyKind.LOCK, chance.perMille(100) ? 2 : 1);
        }
        return key;
    }

    private Way way() {
        int request = chance.perMille(swarm.requestPerMille()) ? id : Way.NO_REQUEST;
        return new Way(member, request, 1);
    }

    private long waitNanos() {
        return chance.perMille(250)
                ? 0
                : chance.between(1, swarm.waitMillisMax()) * Swarm.MILLI_NANOS;
    }

    private long ttlNanos() {
        return chance.perMille(100)
                ? 0
                : chance.between(1, swarm.ttlMillisMax()) * Swarm.MILLI_NANOS;
    }

    private Ask release(Run run, int session) {
        Action taken = granted(run);
        return new Ask.Release(keyOf(taken), session, tokenOf(taken), way());
    }

    private Ask renew(Run run, int session) {
        Action taken = granted(run);
        return new Ask.Renew(keyOf(taken), session, tokenOf(taken), ttlNanos(), way());
    }

    private int tokenOf(@Nullable Action taken) {
        int id = taken == null ? 0 : taken.id();
        return chance.perMille(swarm.wrongPerMille()) ? -id : id;
    }

    private Key keyOf(@Nullable Action taken) {
        if (taken == null || chance.perMille(swarm.wrongPerMille())) {
            return key();
        }
        return switch (taken.ask()) {
            case Ask.Acquire a -> a.key();
            case Ask.Enqueue a -> a.key();
            case Ask.Await a -> a.key();
            default -> key();
        };
    }

    /** Returns a recent call that got a grant; null if a few tries do not find one. */
    private @Nullable Action granted(Run run) {
        for (int tries = 0; tries < 8 && !recent.isEmpty(); tries++) {
            Action action = recent.get(chance.below(recent.size()));
            if (run.token(action.id()) != null) {
                return action;
            }
        }
        return null;
    }

    private Ask hangUp() {
        for (int tries = 0; tries < 4 && !recent.isEmpty(); tries++) {
            Action action = recent.get(chance.below(recent.size()));
            boolean takes = action.ask() instanceof Ask.Acquire
                    || action.ask() instanceof Ask.Enqueue
                    || action.ask() instanceof Ask.Await
                    || action.ask() instanceof Ask.Pools.Borrow;
            if (takes) {
                return new Ask.HangUp(action.id(), chance.perMille(700));
            }
        }
        return new Ask.Tick();
    }

    /** Repeats a recent request, sometimes through another member or with another body. */
    private Ask repeat() {
        for (int tries = 0; tries < 8 && !recent.isEmpty(); tries++) {
            Ask repeated = repeat(recent.get(chance.below(recent.size())).ask());
            if (repeated != null) {
                return repeated;
            }
        }
        return new Ask.Tick();
    }

    private @Nullable Ask repeat(Ask ask) {
        return switch (ask) {
            case Ask.Acquire a
            when again(a.way()) -> {
                drainNext = chance.perMille(100) ? a.way().member() : -1;
                yield new Ask.Acquire(
                        a.key(), a.session(), a.waitNanos(), a.ttlNanos(), more(a.way()));
            }
            case Ask.Enqueue a
            when again(a.way()) ->
                new Ask.Enqueue(a.key(), a.session(), a.ttlNanos(), more(a.way()));
            case Ask.Await a
            when again(a.way()) ->
                new Ask.Await(a.key(), a.session(), a.waitNanos(), more(a.way()));
            case Ask.Release a
            when again(a.way()) ->
                new Ask.Release(a.key(), a.session(), a.tokenOf(), more(a.way()));
            case Ask.Renew a
            when again(a.way()) ->
                new Ask.Renew(a.key(), a.session(), a.tokenOf(), a.ttlNanos(), more(a.way()));
            case Ask.Open a
            when again(a.way()) ->
                new Ask.Open(a.session(), a.connected(), a.address(), more(a.way()));
            case Ask.Pools a when again(a.way()) -> repeat(a);
            case Ask.Claims a when again(a.way()) -> repeat(a);
            case Ask.Break a
            when again(a.way()) -> new Ask.Break(a.name(), a.fence(), more(a.way()));
            case Ask.Nodes a when again(a.way()) -> new Ask.Nodes(a.command(), more(a.way()));
            case Ask.Entities a when again(a.way()) -> new Ask.Entities(a.command(), more(a.way()));
            default -> null;
        };
    }

    private Ask repeat(Ask.Claims ask) {
        return switch (ask) {
            case Ask.Claims.Create a ->
                new Ask.Claims.Create(
                        a.resource(), a.ttlNanos(), a.creator(), a.dataBytes(), more(a.way()));
            case Ask.Claims.Take a ->
                new Ask.Claims.Take(
                        a.resource(), a.ttlNanos(), a.creator(), a.dataBytes(), more(a.way()));
            case Ask.Claims.Prolong a ->
                new Ask.Claims.Prolong(a.id(), a.onlyOf(), a.ttlNanos(), more(a.way()));
            case Ask.Claims.Move a ->
                new Ask.Claims.Move(a.id(), a.onlyOf(), a.to(), more(a.way()));
        };
    }

    private Ask repeat(Ask.Pools ask) {
        return switch (ask) {
            case Ask.Pools.Put a ->
                new Ask.Pools.Put(a.pool(), a.count(), a.mayCreate(), more(a.way()));
            case Ask.Pools.Delete a -> new Ask.Pools.Delete(a.pool(), more(a.way()));
            case Ask.Pools.Borrow a ->
                new Ask.Pools.Borrow(a.pool(), a.waitNanos(), a.ttlNanos(), more(a.way()));
            case Ask.Pools.Return a -> new Ask.Pools.Return(a.pool(), a.leaseOf(), more(a.way()));
        };
    }

    private static boolean again(Way way) {
        return way.request() != Way.NO_REQUEST;
    }

    private Way more(Way way) {
        return new Way(member, way.request(), chance.perMille(60) ? 2 : way.body());
    }

    private long undeliveredSinceNanos(Run run) {
        long agoNanos = chance.between(0, 2 * swarm.gapMillisMax()) * Swarm.MILLI_NANOS;
        return chance.perMille(200)
                ? MemberCommand.Lost.NOTHING
                : Math.max(0, run.nowNanos() - agoNanos);
    }

    private Ask memberChange(Run run) {
        int via = member;
        int other = chance.below(swarm.members());
        // Drains are more frequent, because a wait that a drain hands over is rare.
        return switch (chance.below(10)) {
            case 0, 1, 2 ->
                new Ask.Start(
                        other,
                        chance.perMille(150),
                        chance.coin() ? 0 : chance.between(1, 400) * Swarm.MILLI_NANOS,
                        chance.perMille(300) ? chance.between(1, 100_000) : 0);
            case 3, 4 -> new Ask.Lose(other, via, undeliveredSinceNanos(run));
            case 5, 6, 7 -> new Ask.Drain(other, false);
            case 8 -> new Ask.Drain(other, chance.perMille(300));
            default ->
                new Ask.Configure(
                        Swarm.settings(chance, swarm.keys().size(), swarm.sessions()), via);
        };
    }
}
