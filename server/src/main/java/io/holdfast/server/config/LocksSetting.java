package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.count;
import static io.holdfast.server.config.SettingFormat.seconds;

import io.holdfast.core.command.Limits;
import org.jspecify.annotations.Nullable;

/** Sessions, locks and semaphores, and the repetition of requests. */
enum LocksSetting implements Setting {
    DEFAULT_LEASE_TTL(
            "default-lease-ttl",
            "DEFAULT_LEASE_TTL_S",
            true,
            seconds(1),
            "33",
            "Lease in seconds where the request names none."),
    GC_MAX_IDLE(
            "gc-max-idle",
            "GC_MAX_IDLE_S",
            true,
            seconds(0),
            "60",
            "Seconds until a key that nobody holds or waits for is forgotten."),
    MAX_LOCKS(
            "max-locks",
            "MAX_LOCKS",
            true,
            count(Limits.KEYS_MAX),
            "1000000",
            "Locks and semaphores together; 0 means " + Limits.KEYS_MAX + "."),
    MAX_WAITERS(
            "max-waiters",
            "MAX_WAITERS",
            true,
            count(Limits.WAITERS_PER_KEY_MAX),
            "0",
            "Waiters for each key; 0 means " + Limits.WAITERS_PER_KEY_MAX + "."),
    AUTO_RELEASE_ON_DISCONNECT(
            "auto-release-on-disconnect",
            "AUTO_RELEASE_ON_DISCONNECT",
            true,
            new SettingFormat.Switch(),
            "true",
            "Free what a session or connection holds when it ends; waits end in any case."),
    HTTP_SESSION_IDLE_TIMEOUT(
            "http-session-idle-timeout",
            "HTTP_SESSION_IDLE_S",
            true,
            seconds(0),
            "20",
            "A session ends after twice this many seconds without a request; 0 means never."),
    HTTP_MAX_SESSIONS(
            "http-max-sessions",
            "HTTP_MAX_SESSIONS",
            true,
            count(Limits.SESSIONS_MAX),
            "0",
            "Sessions in all; 0 means " + Limits.SESSIONS_MAX + "."),
    HTTP_MAX_SESSIONS_PER_IP(
            "http-max-sessions-per-ip",
            "HTTP_MAX_SESSIONS_PER_IP",
            true,
            count(Limits.SESSIONS_MAX),
            "0",
            "Sessions for each address; 0 means " + Limits.SESSIONS_MAX + "."),
    IDEMPOTENCY_WINDOW(
            "idempotency-window",
            "IDEMPOTENCY_WINDOW_S",
            seconds(1),
            "600",
            "Seconds that the answer to an Idempotency-Key is kept."),
    IDEMPOTENCY_MAX(
            "idempotency-max",
            "IDEMPOTENCY_MAX",
            new SettingFormat.Whole("N", 1, Limits.LEDGER_MAX),
            "100000",
            "Answers to Idempotency-Keys that are kept at most."),
    LEASE_SWEEP_INTERVAL(
            "lease-sweep-interval",
            "LEASE_SWEEP_INTERVAL_S",
            true,
            seconds(1),
            "1",
            "Accepted and not needed: leases end at their instant."),
    GC_INTERVAL(
            "gc-interval",
            "GC_INTERVAL_S",
            true,
            seconds(1),
            "5",
            "Accepted and not needed: idle keys are forgotten at their instant.");

    private final Spec spec;

    /** A setting that the original server may have too. */
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
            String flag, String environment, SettingFormat form, @Nullable String fallback, String help) {
        this.spec = new Spec(flag, environment, false, form, fallback, help);
    }

    @Override
    public Spec spec() {
        return spec;
    }
}
