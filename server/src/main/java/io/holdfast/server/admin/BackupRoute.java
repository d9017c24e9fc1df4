package io.holdfast.server.admin;

import io.holdfast.log.SnapshotSink;
import io.holdfast.log.backup.BackupWriter;
import io.holdfast.log.backup.Description;
import io.holdfast.log.engine.CopyPoint;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.audit.Audit;
import io.holdfast.server.auth.Role;
import io.holdfast.server.http.BodySource;
import io.holdfast.server.http.Dialect;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import io.holdfast.server.http.Route;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Serves the whole state as one file, as of a time after the request arrived. During a backup the
 * machine keeps the old versions of changed rows, so only one runs at a time.
 */
public final class BackupRoute {

    private static final String TYPE = "application/octet-stream";

    /** The body for a HEAD request. */
    private static final BodySource NOTHING = taker -> taker.last(new byte[0]);

    private final Engine engine;
    private final String version;
    private final Audit audit;
    private final AtomicBoolean busy = new AtomicBoolean();

    private BackupRoute(Engine engine, String version, Audit audit) {
        this.engine = engine;
        this.version = version;
        this.audit = audit;
    }

    public static Route of(Dialect dialect, Engine engine, String version, Audit audit) {
        BackupRoute self = new BackupRoute(engine, version, audit);
        return Route.of("GET", "/v1/backup", dialect, "getBackup", self::handle)
                .needs(Role.OPERATOR);
    }

    private void handle(Exchange exchange) {
        if (exchange.method().equals("HEAD")) {
            exchange.stream(200, TYPE, NOTHING);
            return;
        }
        boolean stale = "stale".equals(exchange.query("read"));
        if (!audit.hasRoom()) {
            // A backup contains the secrets of all tenants, so it must not be taken without an
            // audit line.
            exchange.header("Retry-After", "10")
                    .refuse(Problem.UNAVAILABLE, "the audit log cannot be written");
            return;
        }
        if (!busy.compareAndSet(false, true)) {
            refuse(exchange, stale, "10", "another backup is being taken");
            return;
        }
        audited(exchange, kind(stale), "started", null);
        BackupBody body = new BackupBody((bytes, failure) -> {
            busy.set(false);
            audited(
                    exchange,
                    kind(stale) + ", " + bytes + " bytes",
                    failure == null ? "done" : "failed",
                    failure);
        });
        exchange.onHangUp(body::gone);
        Function<CopyPoint, SnapshotSink> opener = point -> begin(exchange, body, point);
        if (stale) {
            engine.copyStale(opener);
        } else {
            engine.copy(opener, () -> noLeader(exchange));
        }
    }

    private static String kind(boolean stale) {
        return stale ? "stale" : "latest";
    }

    private void audited(Exchange exchange, String what, String outcome, @Nullable String failure) {
        audit.operated(
                exchange.actor(), exchange.principal().agent(), "backup", what, outcome, failure);
    }

    private void refuse(Exchange exchange, boolean stale, String retrySeconds, String why) {
        audited(exchange, kind(stale), "refused", why);
        exchange.header("Retry-After", retrySeconds).refuse(Problem.UNAVAILABLE, why);
    }

    private SnapshotSink begin(Exchange exchange, BackupBody body, CopyPoint point) {
        exchange.onLoop(() -> {
            exchange.header("Holdfast-Index", Long.toString(point.index()));
            exchange.header(
                    "Content-Disposition", "attachment; filename=\"" + point.node() + ".backup\"");
            exchange.stream(200, TYPE, body);
        });
        return new BackupWriter(
                new Description(version, point.node(), point.index(), point.wallMillis()), body);
    }

    private void noLeader(Exchange exchange) {
        busy.set(false);
        exchange.onLoop(() -> refuse(
                exchange,
                false,
                "1",
                "there is no leader; with ?read=stale this member gives what it has"));
    }
}
