package io.holdfast.sim;

import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.command.TenantQuota;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.KeyKind;

import java.util.List;
import java.util.Locale;

/** A list of steps as a scenario file in core's language. */
final class ScenarioText {

    private ScenarioText() {}

    static String of(Swarm swarm, List<Action> actions) {
        StringBuilder text = new StringBuilder();
        text.append(configure(swarm.settings(), 0)).append('\n');
        for (int member = 1; member < swarm.members(); member++) {
            text.append("started n").append(member + 1).append('\n');
        }
        if (swarm.raisePerMille() == Swarm.RAISED_AT_ONCE) {
            text.append("raise ").append(Format.NEWEST).append('\n');
        }
        text.append("---\n");
        boolean open = false;
        for (Action action : actions) {
            String line = line(action.ask(), action.id());
            boolean own = action.ask() instanceof Ask.Restore;
            if (open && (!action.sameBatch() || own)) {
                text.append("---\n");
                open = false;
            }
            if (!open) {
                text.append('\n');
                if (action.gapNanos() > 0) {
                    text.append("jump ").append(duration(action.gapNanos())).append('\n');
                }
                text.append(own ? "" : "together\n");
                open = true;
            }
            text.append(line.isEmpty() ? "" : line + "\n");
        }
        return text.append(open ? "---\n" : "").toString();
    }

    private static String line(Ask ask, int id) {
        return switch (ask) {
            case Ask.Open a ->
                "open s" + a.session() + (a.connected() ? " connected" : "") + " address "
                        + a.address() + " as c" + id + way(a.way());
            case Ask.Close a -> "close s" + a.session() + way(a.way());
            case Ask.Touch a -> "touch s" + a.session() + way(a.way());
            case Ask.Acquire a ->
                locks("acquire", a.key(), a.session(), id, a.way()) + " wait "
                        + duration(a.waitNanos()) + " ttl " + duration(a.ttlNanos());
            case Ask.Enqueue a ->
                locks("enqueue", a.key(), a.session(), id, a.way()) + " ttl "
                        + duration(a.ttlNanos());
            case Ask.Await a ->
                locks("await", a.key(), a.session(), id, a.way()) + " wait "
                        + duration(a.waitNanos());
            case Ask.Release a ->
                locks("release", a.key(), a.session(), id, a.way()) + token(a.tokenOf());
            case Ask.Renew a ->
                locks("renew", a.key(), a.session(), id, a.way()) + token(a.tokenOf()) + " ttl "
                        + duration(a.ttlNanos());
            case Ask.HangUp a -> "abandon c" + a.call() + (a.undelivered() ? " granted" : "");
            case Ask.Start a ->
                "started n" + (a.member() + 1) + (a.again() ? " again" : "") + " down "
                        + duration(a.downNanos()) + " floor " + a.floor();
            case Ask.Lose a -> "lost n" + (a.member() + 1) + since(a) + " via n" + (a.via() + 1);
            case Ask.Drain a ->
                "drain n" + (a.member() + 1) + (a.closing() ? " closing" : "") + " via n"
                        + (a.member() + 1);
            case Ask.Configure a -> configure(a.settings(), a.via());
            case Ask.RaiseFormat a -> "raise " + Format.NEWEST + " via n" + (a.via() + 1);
            case Ask.StateMemory a -> "memory " + a.bytesMax() + " via n" + (a.via() + 1);
            case Ask.Pools a -> pools(a, id);
            case Ask.Claims a -> claims(a) + way(a.way());
            case Ask.Nodes a -> NodeScenario.of(a.command()) + way(a.way());
            case Ask.Entities a -> EntityText.of(a.command()) + way(a.way());
            case Ask.Break a ->
                "break " + a.name().key() + " of "
                        + a.name().space().name().toLowerCase(Locale.ROOT) + " fence " + a.fence()
                        + way(a.way());
            case Ask.Restore _ -> "snapshot";
            case Ask.Tick _, Ask.Snapshot _ -> "";
        };
    }

    private static String claims(Ask.Claims ask) {
        return switch (ask) {
            case Ask.Claims.Create a ->
                "claim r" + a.resource() + " ttl " + duration(a.ttlNanos()) + " by u" + a.creator()
                        + (a.dataBytes() == 0 ? "" : " data " + "x".repeat(a.dataBytes()));
            case Ask.Claims.Take a ->
                "claim-now r" + a.resource() + " ttl " + duration(a.ttlNanos())
                        + " by u" + a.creator()
                        + (a.dataBytes() == 0
                                ? ""
                                : " owner owner data " + "x".repeat(a.dataBytes()));
            case Ask.Claims.Prolong a ->
                "prolong " + a.id() + " ttl " + duration(a.ttlNanos()) + onlyOf(a.onlyOf());
            case Ask.Claims.Move a ->
                "move " + a.id() + " to " + a.to().text() + onlyOf(a.onlyOf());
        };
    }

    private static String onlyOf(int creator) {
        return creator < 0 ? "" : " only-of u" + creator;
    }

    private static String pools(Ask.Pools ask, int id) {
        String pool = " p" + ask.pool();
        String line = switch (ask) {
            case Ask.Pools.Put a ->
                "put" + pool + " count " + a.count() + (a.mayCreate() ? "" : " limited");
            case Ask.Pools.Delete _ -> "delete" + pool;
            case Ask.Pools.Borrow a ->
                "borrow" + pool + " wait " + duration(a.waitNanos()) + " ttl "
                        + duration(a.ttlNanos()) + " as c" + id;
            case Ask.Pools.Return a -> "return" + pool + " lease c" + a.leaseOf();
        };
        return line + way(ask.way());
    }

    private static String locks(String verb, Ask.Key key, int session, int id, Ask.Way way) {
        String kind = key.kind() == KeyKind.SEMAPHORE ? " semaphore limit " + key.limit() : "";
        return verb + " k" + key.number() + kind + " by s" + session + " as c" + id + way(way);
    }

    private static String token(int id) {
        return id < 0 ? " forged token c" + -id : " token c" + id;
    }

    private static String way(Ask.Way way) {
        String request = way.request() == Ask.Way.NO_REQUEST
                ? ""
                : " id r" + way.request() + " body " + way.body();
        return " via n" + (way.member() + 1) + request;
    }

    private static String configure(Settings settings, int via) {
        return "configure ttl " + duration(settings.defaultTtlNanos())
                + " idle " + duration(settings.sessionIdleNanos())
                + " key-idle " + duration(settings.keyIdleNanos())
                + " release-on-close " + (settings.releaseOnClose() ? "on" : "off")
                + " keys " + settings.keysMax()
                + " waiters " + settings.waitersPerKeyMax()
                + " sessions " + settings.sessionsMax()
                + " per-address " + settings.sessionsPerAddressMax()
                + " ledger " + duration(settings.ledgerNanos())
                + " ledger-max " + settings.ledgerMax() + " history " + settings.historyMax()
                + " locks-per-session " + settings.locksPerSessionMax()
                + " pools " + settings.pools().poolsMax()
                + " leases " + settings.pools().leasesMax()
                + " grace " + duration(settings.claims().graceNanos())
                + " keep " + duration(settings.claims().keepNanos())
                + " kept " + settings.claims().keptMax()
                + " live " + settings.claims().liveMax()
                + " data-max " + settings.claims().dataBytesMax()
                + " data-total " + settings.claims().dataBytesTotalMax()
                + EntityText.settings(settings.entities())
                + tenants(settings.tenants().each())
                + NodeScenario.settings(settings.nodes())
                + " via n" + (via + 1);
    }

    private static String tenants(TenantQuota quota) {
        return " tenant-keys " + quota.keysMax()
                + " tenant-leases " + quota.leasesMax()
                + " tenant-waiters " + quota.waitersMax()
                + " tenant-sessions " + quota.sessionsMax()
                + " tenant-bytes " + quota.storedBytesMax();
    }

    private static String duration(long nanos) {
        return nanos % 1_000_000 == 0 ? nanos / 1_000_000 + "ms" : nanos + "ns";
    }

    private static String since(Ask.Lose ask) {
        return ask.sinceNanos() == MemberCommand.Lost.NOTHING
                ? ""
                : " since " + duration(ask.sinceNanos());
    }
}
