package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.count;
import static io.holdfast.server.config.SettingFormat.seconds;

import io.holdfast.core.value.Limits;
import org.jspecify.annotations.Nullable;

/** Sessions, locks and semaphores, and idempotent requests. */
enum LocksSetting implements Setting {
    DEFAULT_LEASE_TTL(
            "default-lease-ttl",
            "DEFAULT_LEASE_TTL_S",
            true,
            seconds(1),
            "33",
            "Default lease in seconds, if the request has none."),
    GC_MAX_IDLE(
            "gc-max-idle",
            "GC_MAX_IDLE_S",
            true,
            seconds(0),
            "60",
            "Seconds after which a key without holders and waiters is removed."),
    MAX_LOCKS(
            "max-locks",
            "MAX_LOCKS",
            true,
            count(Limits.KEYS_MAX),
            "1000000",
            "Maximum number of locks and semaphores; 0 means " + Limits.KEYS_MAX + "."),
    MAX_WAITERS(
            "max-waiters",
            "MAX_WAITERS",
            true,
            count(Limits.WAITERS_PER_KEY_MAX),
            "0",
            "Maximum number of waiters per key; 0 means " + Limits.WAITERS_PER_KEY_MAX + "."),
    AUTO_RELEASE_ON_DISCONNECT(
            "auto-release-on-disconnect",
            "AUTO_RELEASE_ON_DISCONNECT",
            true,
            new SettingFormat.Switch(),
            "true",
            "Release the grants of a session or connection when it ends; its waits end in any"
                    + " case."),
    HTTP_SESSION_IDLE_TIMEOUT(
            "http-session-idle-timeout",
            "HTTP_SESSION_IDLE_S",
            true,
            seconds(0),
            "20",
            "A session expires after twice this many seconds without a request; 0 means never."),
    HTTP_MAX_SESSIONS(
            "http-max-sessions",
            "HTTP_MAX_SESSIONS",
            true,
            count(Limits.SESSIONS_MAX),
            "0",
            "Maximum number of sessions; 0 means " + Limits.SESSIONS_MAX + "."),
    HTTP_MAX_SESSIONS_PER_IP(
            "http-max-sessions-per-ip",
            "HTTP_MAX_SESSIONS_PER_IP",
            true,
            count(Limits.SESSIONS_MAX),
            "0",
            "Maximum number of sessions per address; 0 means " + Limits.SESSIONS_MAX + "."),
    MAX_LOCKS_PER_SESSION(
            "max-locks-per-session",
            "MAX_LOCKS_PER_SESSION",
            count(Limits.KEYS_MAX),
            "10000",
            "Maximum number of slots that a session, or a connection of the line protocol, holds"
                    + " and waits for. They end with it in one step, which delays other requests;"
                    + " 0 means " + Limits.KEYS_MAX + "."),
    IDEMPOTENCY_WINDOW(
            "idempotency-window",
            "IDEMPOTENCY_WINDOW_S",
            seconds(1),
            "600",
            "Seconds that the reply to an Idempotency-Key is stored."),
    IDEMPOTENCY_MAX(
            "idempotency-max",
            "IDEMPOTENCY_MAX",
            new SettingFormat.Whole("N", 1, Limits.LEDGER_MAX),
            "100000",
            "Maximum number of stored replies to Idempotency-Keys."),
    HISTORY(
            "history",
            "HISTORY",
            new SettingFormat.Whole("N", 0, Limits.HISTORY_MAX),
            "16",
            "How many ended grants, and how many waits that ended without one, are remembered for"
                    + " each resource of all APIs; 0 means none. Waits are estimated from them."),
    LEASE_SWEEP_INTERVAL(
            "lease-sweep-interval",
            "LEASE_SWEEP_INTERVAL_S",
            true,
            seconds(1),
            "1",
            "Accepted for compatibility with dflockd, without effect: leases expire at their"
                    + " deadline."),
    GC_INTERVAL(
            "gc-interval",
            "GC_INTERVAL_S",
            true,
            seconds(1),
            "5",
            "Accepted for compatibility with dflockd, without effect: idle keys are removed at"
                    + " their deadline.");

    private final Spec spec;

    /** A setting that dflockd may have too. */
    LocksSetting(
            String flag,
            String environment,
            boolean original,
            SettingFormat form,
            @Nullable String fallback,
            String help) {
        this.spec = new Spec(flag, environment, original, form, fallback, help);
    }

    LocksSetting(
            String flag,
            String environment,
            SettingFormat form,
            @Nullable String fallback,
            String help) {
        this.spec = new Spec(flag, environment, false, form, fallback, help);
    }

    @Override
    public Spec spec() {
        return spec;
    }
}
