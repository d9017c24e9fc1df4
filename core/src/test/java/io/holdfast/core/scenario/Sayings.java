package io.holdfast.core.scenario;

import io.holdfast.core.event.Event;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.query.PastGrant;
import io.holdfast.core.query.PastUse;
import io.holdfast.core.query.PastWait;
import io.holdfast.core.query.Query.HolderRow;
import io.holdfast.core.query.Query.KeyRow;
import io.holdfast.core.query.ResourceAnswer.WaiterRow;
import io.holdfast.core.value.Estimate;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Formats the machine's output in the words of the scenarios. */
final class Sayings {

    private Sayings() {}

    static String of(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Granted o -> {
                String slot = o.slot() == 0 ? "" : " slot " + o.slot();
                yield "granted fence " + o.token().fence() + slot + " ttl "
                        + Words.duration(o.ttlNanos());
            }
            case Outcome.Queued o -> "queued " + o.position() + say(o.estimate());
            case Outcome.TimedOut o -> "timed out" + say(o.estimate());
            case Outcome.Renewed o -> "renewed " + Words.duration(o.ttlNanos());
            case Outcome.Opened o -> "opened";
            case Outcome.Lent o ->
                "lent " + o.position() + " fence " + o.fence() + " ttl "
                        + Words.duration(o.ttlNanos());
            case Outcome.Pool o -> pool(o.count(), o.inUse());
            case Outcome.Done _ -> "done";
            case Outcome.Refused o -> "refused " + lower(o.reason());
            case Outcome.Unknown _ -> "unknown";
            case Outcome.Claimed o -> "claim " + ClaimsVocabulary.say(o.claim());
            case Outcome.EntityLocked o -> EntitiesVocabulary.say(o.lock());
            case Outcome.NotHeld _ -> "refused not_held";
            case Outcome.LockRefused o -> "refused " + lower(o.reason());
            case Outcome.PoolRefused o -> "refused " + lower(o.reason());
            case Outcome.EntityMissing o ->
                o.actualType() == null
                        ? "refused no_entity"
                        : "refused other_type of " + o.actualType();
            case Outcome.EntityLockRefused o -> refused(lower(o.reason()), o.number(), null);
            case Outcome.EntityWriteRefused o -> refused(lower(o.reason()), o.number(), o.entity());
            case Outcome.EntityRegistrationRefused o -> refused(lower(o.reason()), 0, o.parent());
            case Outcome.NodeChanged o -> NodesVocabulary.say(o);
            case Outcome.NodeRefused o -> NodesVocabulary.say(o);
            case Outcome.ClaimRefused o ->
                "refused " + lower(o.reason()) + " of " + o.id()
                        + (o.status() == null ? "" : ", " + lower(o.status()));
        };
    }

    private static String refused(String reason, long number, @Nullable String text) {
        return "refused " + reason
                + (number == 0 ? "" : " " + number)
                + (text == null ? "" : " of " + text);
    }

    private static String say(Estimate estimate) {
        return estimate.known()
                ? ", about " + duration(estimate.typicalMillis()) + " ("
                        + duration(estimate.lowMillis()) + " to " + duration(estimate.highMillis())
                        + ")"
                : "";
    }

    private static String duration(long millis) {
        return Words.duration(millis * 1_000_000);
    }

    static String of(PastUse use) {
        return switch (use) {
            case PastGrant grant -> of(grant);
            case PastWait wait ->
                "  wait" + (wait.owner() == null ? "" : " of " + wait.owner())
                        + " for " + duration(wait.waitedMillis())
                        + ": " + lower(wait.end())
                        + (wait.reason() == null ? "" : ", " + wait.reason());
        };
    }

    private static String of(PastGrant grant) {
        return "  fence " + grant.fence()
                + (grant.owner() == null ? "" : " of " + grant.owner())
                + (grant.waitedMillis() == 0 ? "" : " waited " + duration(grant.waitedMillis()))
                + " held " + duration(grant.heldMillis())
                + ": " + lower(grant.end())
                + (grant.reason() == null ? "" : ", " + grant.reason());
    }

    static String of(WaiterRow waiter) {
        return "  place " + waiter.id() + say(waiter.estimate());
    }

    static String of(Event event) {
        return switch (event) {
            case Event.Granted e -> "* granted " + e.name().key() + " fence " + e.fence();
            case Event.Queued e -> "* queued for " + e.name().key() + " at " + e.position();
            case Event.Ended e ->
                "* fence " + e.fence() + " of " + e.name().key() + " ended: " + lower(e.reason());
            case Event.WaitEnded e ->
                "* wait for " + e.name().key() + " ended: " + lower(e.reason());
            case Event.SessionOpened _ -> "* session opened";
            case Event.SessionEnded e -> "* session ended: " + lower(e.reason());
            case Event.ClaimMoved e -> "* claim " + e.id() + " " + lower(e.status());
            case Event.SettingsChanged _ -> "* settings changed";
            case Event.Forgotten e -> "* " + e.name().key() + " forgotten";
        };
    }

    static String pool(int count, int inUse) {
        return "count " + count + " in use " + inUse;
    }

    static String of(KeyRow row) {
        String kind = lower(row.kind()) + (row.limit() == 1 ? "" : " of " + row.limit());
        String held = row.holders().isEmpty() ? "free" : "held " + holders(row.holders());
        String line = row.waiters() == 0 ? "" : ", " + row.waiters() + " in line";
        return row.key() + ": " + kind + ", " + held + line;
    }

    private static String holders(List<HolderRow> holders) {
        return holders.stream()
                .map(h -> (h.owner() == null ? "" : "by " + h.owner() + " ") + "under fence "
                        + h.fence() + " for " + Words.duration(h.remainingNanos()))
                .collect(Collectors.joining(" and "));
    }

    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
