package io.holdfast.server.audit;

import io.holdfast.core.outcome.Outcome;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An outcome as the audit log shows it.
 *
 * @param reason why nothing was changed; null if something was
 * @param fence the fence of the grant; zero if there is none
 */
record Result(String text, @Nullable String reason, long fence) {

    static Result of(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Granted granted -> done("granted", granted.token().fence());
            case Outcome.Lent lent -> done("granted", lent.fence());
            case Outcome.EntityLocked locked -> done("granted", locked.lock().fence());
            case Outcome.NodeChanged changed ->
                done(
                        word(changed.verdict()),
                        changed.lease() == null ? 0 : changed.lease().fence());
            case Outcome.Claimed claimed ->
                done(claimed.claim().status().text(), claimed.claim().fence());
            case Outcome.Queued _ -> done("queued", 0);
            case Outcome.Renewed _ -> done("renewed", 0);
            case Outcome.Opened _ -> done("opened", 0);
            case Outcome.Pool pool -> done(pool.created() ? "created" : "changed", 0);
            case Outcome.Done _ -> done("done", 0);
            case Outcome.Unknown _ -> done("unknown", 0);
            case Outcome.TimedOut _ -> new Result("refused", "timed-out", 0);
            case Outcome.Refused refused -> refused(refused.reason());
            case Outcome.ClaimRefused refused -> refused(refused.reason());
            case Outcome.NotHeld _ -> new Result("refused", "not-held", 0);
            case Outcome.LockRefused refused -> refused(refused.reason());
            case Outcome.PoolRefused refused -> refused(refused.reason());
            case Outcome.EntityMissing missing ->
                new Result("refused", missing.actualType() == null ? "no-entity" : "other-type", 0);
            case Outcome.EntityLockRefused refused -> refused(refused.reason());
            case Outcome.EntityWriteRefused refused -> refused(refused.reason());
            case Outcome.EntityRegistrationRefused refused -> refused(refused.reason());
            case Outcome.NodeRefused refused -> refused(refused.reason());
        };
    }

    boolean isRefusal() {
        return reason != null;
    }

    private static Result done(String text, long fence) {
        return new Result(text, null, fence);
    }

    private static Result refused(Enum<?> reason) {
        return new Result("refused", word(reason), 0);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
