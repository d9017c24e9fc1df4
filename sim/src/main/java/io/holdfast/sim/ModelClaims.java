package io.holdfast.sim;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.command.ClaimsSettings;
import io.holdfast.core.outcome.ClaimRefusal;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.query.ClaimAnswer;
import io.holdfast.core.value.ClaimState;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.QueueWait;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The model of the claims API: one list of claims, which is scanned. */
final class ModelClaims {

    final List<Claim> claims = new ArrayList<>();
    private final ModelRules rules;
    private long lastId;

    /** A claim with its whole history. */
    static final class Claim {
        final long id;
        final String resource;
        final String creator;
        final @Nullable Blob data;
        final long ttlNanos;
        final long createdNanos;
        final long createdMillis;
        ClaimStatus status = ClaimStatus.WAITING;
        long activatedNanos = -1;
        long activatedMillis = -1;
        long endedNanos;
        long endedMillis = -1;
        long lapsesNanos;
        long fence;

        Claim(long id, ClaimsCommand.Create c, long createdNanos, long createdMillis) {
            this.id = id;
            this.resource = c.resource();
            this.creator = c.creator();
            this.data = c.data();
            this.ttlNanos = c.ttlNanos();
            this.createdNanos = createdNanos;
            this.createdMillis = createdMillis;
        }

        int bytes() {
            return data == null ? 0 : data.size();
        }
    }

    ModelClaims(ModelRules rules) {
        this.rules = rules;
    }

    long lastId() {
        return lastId;
    }

    private ClaimsSettings settings() {
        return rules.settings.claims();
    }

    Outcome outcome(ClaimsCommand<?> command) {
        return switch (command) {
            case ClaimsCommand.Create c -> create(c);
            case ClaimsCommand.Take c -> take(c);
            case ClaimsCommand.Update c -> update(c);
        };
    }

    private Outcome create(ClaimsCommand.Create c) {
        if (live() >= settings().liveMax()) {
            return Refusal.KEYS_MAX.outcome();
        }
        endGrace(c.resource());
        boolean taken = active(c.resource()) != null;
        if (taken && waiting(c.resource()) >= rules.settings.waitersPerKeyMax()) {
            return Refusal.WAITERS_MAX.outcome();
        }
        int bytes = c.data() == null ? 0 : c.data().size();
        if (bytes > settings().dataBytesMax()
                || liveBytes() + bytes > settings().dataBytesTotalMax()) {
            return Refusal.DATA_MAX.outcome();
        }
        Refusal full = full(taken, bytes);
        if (full != null) {
            return full.outcome();
        }
        makeRoom(bytes);
        Claim claim = new Claim(++lastId, c, rules.nowNanos, rules.wallMillis);
        claims.add(claim);
        if (!taken) {
            activate(claim);
        }
        return new Outcome.Claimed(state(claim));
    }

    private Outcome take(ClaimsCommand.Take c) {
        endGrace(c.resource());
        Claim held = active(c.resource());
        if (held != null) {
            rules.marks.hit("claim is not queued");
            return new Outcome.ClaimRefused(ClaimRefusal.HELD, held.id, null);
        }
        return create(new ClaimsCommand.Create(
                c.tenant(), c.resource(), c.ttlNanos(), c.creator(), c.data()));
    }

    /** A new claim ends the grace period of an expired one, even if it is then rejected. */
    private void endGrace(String resource) {
        for (Claim held = active(resource);
                held != null && held.lapsesNanos <= rules.nowNanos;
                held = active(resource)) {
            rules.marks.hit("new claim ends a grace period");
            finish(held, ClaimStatus.EXPIRED);
        }
    }

    int live() {
        int live = 0;
        for (Claim claim : claims) {
            live += claim.status.isFinal() ? 0 : 1;
        }
        return live;
    }

    int active() {
        int active = 0;
        for (Claim claim : claims) {
            active += claim.status == ClaimStatus.ACTIVE ? 1 : 0;
        }
        return active;
    }

    private @Nullable Refusal full(boolean taken, int bytes) {
        Refusal full = rules.tenant.refuseKeys(1);
        if (full == null) {
            full = taken ? rules.tenant.refuseWaiters() : rules.tenant.refuseLeases(1);
        }
        return full != null ? full : rules.tenant.refuseBytes(bytes, bytesKept() - liveBytes());
    }

    private long liveBytes() {
        long live = 0;
        for (Claim claim : claims) {
            live += claim.status.isFinal() ? 0 : claim.bytes();
        }
        return live;
    }

    private void makeRoom(int bytes) {
        Claim oldest = oldest();
        while (oldest != null
                && (bytesKept() + bytes > settings().dataBytesTotalMax()
                        || rules.tenant.refuseBytes(bytes, 0) != null)) {
            rules.marks.hit("finished claims make room for data");
            claims.remove(oldest);
            oldest = oldest();
        }
    }

    long bytesKept() {
        long sum = 0;
        for (Claim claim : claims) {
            sum += claim.bytes();
        }
        return sum;
    }

    private Outcome update(ClaimsCommand.Update c) {
        Claim claim = find(c.id());
        if (claim == null) {
            return new Outcome.ClaimRefused(ClaimRefusal.NOT_FOUND, c.id(), null);
        }
        if (c.onlyOf() != null && !claim.creator.equals(c.onlyOf())) {
            return refused(ClaimRefusal.FORBIDDEN, claim);
        }
        for (Claim held = active(claim.resource);
                held != null && dueNanos(held) <= rules.nowNanos;
                held = active(claim.resource)) {
            finish(held, ClaimStatus.EXPIRED);
        }
        return switch (c) {
            case ClaimsCommand.Prolong prolong -> {
                if (claim.status != ClaimStatus.ACTIVE) {
                    yield refused(ClaimRefusal.TTL_OF_INACTIVE, claim);
                }
                claim.lapsesNanos = rules.after(prolong.ttlNanos());
                yield new Outcome.Claimed(state(claim));
            }
            case ClaimsCommand.Move move -> move(claim, move.to());
        };
    }

    private Outcome move(Claim claim, ClaimStatus to) {
        boolean over = claim.status.isFinal();
        if (to == ClaimStatus.ACTIVE) {
            if (over) {
                return refused(
                        waiting(claim.resource) > 0
                                ? ClaimRefusal.ACTIVATION_OF_FINAL
                                : ClaimRefusal.NOBODY_ELIGIBLE,
                        claim);
            }
            if (claim.status == ClaimStatus.ACTIVE) {
                return new Outcome.Claimed(state(claim));
            }
            Claim held = active(claim.resource);
            long id = held == null ? 0 : held.id;
            return new Outcome.ClaimRefused(ClaimRefusal.HELD, id, ClaimStatus.WAITING);
        }
        if (to == ClaimStatus.RELEASED && claim.status != ClaimStatus.ACTIVE) {
            return refused(ClaimRefusal.RELEASE_OF_INACTIVE, claim);
        }
        if (over) {
            return refused(ClaimRefusal.FINAL, claim);
        }
        finish(claim, to);
        return Outcome.DONE;
    }

    private static Outcome refused(ClaimRefusal reason, Claim claim) {
        return new Outcome.ClaimRefused(reason, claim.id, claim.status);
    }

    void activate(Claim claim) {
        claim.status = ClaimStatus.ACTIVE;
        claim.activatedNanos = rules.nowNanos;
        claim.activatedMillis = rules.wallMillis;
        claim.lapsesNanos = rules.after(claim.ttlNanos);
        claim.fence = ++rules.fence;
    }

    /** Ends a claim. If it was active, the next claim in the queue becomes active at once. */
    void finish(Claim claim, ClaimStatus status) {
        boolean held = claim.status == ClaimStatus.ACTIVE;
        claim.status = status;
        claim.endedNanos = rules.nowNanos;
        claim.endedMillis = rules.wallMillis;
        trim();
        if (held) {
            for (Claim next : claims) {
                if (next.resource.equals(claim.resource) && next.status == ClaimStatus.WAITING) {
                    activate(next);
                    return;
                }
            }
        }
    }

    /** Removes finished claims beyond the limit. */
    void trim() {
        int finished = 0;
        for (Claim claim : claims) {
            finished += claim.status.isFinal() ? 1 : 0;
        }
        for (Claim oldest = oldest();
                oldest != null && finished > settings().keptMax();
                oldest = oldest()) {
            rules.marks.hit("finished claims reach the limit");
            claims.remove(oldest);
            finished--;
        }
    }

    private @Nullable Claim oldest() {
        Claim oldest = null;
        for (Claim claim : claims) {
            boolean older = claim.status.isFinal()
                    && (oldest == null || claim.endedNanos < oldest.endedNanos);
            oldest = older ? claim : oldest;
        }
        return oldest;
    }

    private @Nullable Claim find(long id) {
        for (Claim claim : claims) {
            if (claim.id == id) {
                return claim;
            }
        }
        return null;
    }

    private @Nullable Claim active(String resource) {
        for (Claim claim : claims) {
            if (claim.resource.equals(resource) && claim.status == ClaimStatus.ACTIVE) {
                return claim;
            }
        }
        return null;
    }

    private int waiting(String resource) {
        int count = 0;
        for (Claim claim : claims) {
            boolean waits = claim.resource.equals(resource) && claim.status == ClaimStatus.WAITING;
            count += waits ? 1 : 0;
        }
        return count;
    }

    /** Returns when an active claim expires. */
    long dueNanos(Claim claim) {
        long graceNanos = settings().graceNanos();
        if (waiting(claim.resource) > 0) {
            return claim.lapsesNanos;
        }
        return graceNanos > ModelRows.NEVER - claim.lapsesNanos
                ? ModelRows.NEVER
                : claim.lapsesNanos + graceNanos;
    }

    /** Returns when a finished claim is no longer listed. */
    long forgetNanos(Claim claim) {
        long keepNanos = settings().keepNanos();
        return keepNanos > ModelRows.NEVER - claim.endedNanos
                ? ModelRows.NEVER
                : claim.endedNanos + keepNanos;
    }

    ClaimState state(Claim claim) {
        boolean active = claim.status == ClaimStatus.ACTIVE;
        boolean was = claim.activatedNanos >= 0;
        long untilNanos = claim.status.isFinal() ? claim.endedNanos : rules.nowNanos;
        long activeNanos = untilNanos - claim.activatedNanos;
        return new ClaimState(
                claim.id,
                claim.status,
                active ? claim.fence : 0,
                claim.createdMillis,
                claim.activatedMillis,
                claim.endedMillis,
                active ? claim.lapsesNanos - rules.nowNanos : 0,
                !was ? -1 : active ? Math.max(1000, activeNanos) : activeNanos,
                (was ? claim.activatedNanos : untilNanos) - claim.createdNanos);
    }

    List<ClaimAnswer> answers() {
        List<ClaimAnswer> answers = new ArrayList<>();
        for (Claim claim : claims) {
            answers.add(new ClaimAnswer(
                    state(claim), claim.resource, claim.creator, claim.data, QueueWait.NONE));
        }
        return answers;
    }
}
