package io.holdfast.sim;

import io.holdfast.core.command.ClaimsSettings;
import io.holdfast.core.command.PoolsSettings;
import io.holdfast.core.command.Settings;
import io.holdfast.core.command.TenantQuota;
import io.holdfast.core.command.TenantsSettings;
import io.holdfast.core.value.KeyKind;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The parameters of one run, drawn from its seed. Seeds differ not only in their requests, but also
 * in the frequency of each kind.
 */
record Swarm(
        Settings settings,
        int sessions,
        int members,
        List<Ask.Key> keys,
        int ttlMillisMax,
        int waitMillisMax,
        int gapMillisMax,
        int zeroGapPerMille,
        int latePerMille,
        int batchPerMille,
        int requestPerMille,
        int wrongPerMille,
        int restorePerMille,
        int snapshotPerMille,
        int[] weights,
        int pools,
        int poolsPerMille,
        int claimsPerMille,
        int entitiesPerMille,
        int nodesPerMille,
        int raisePerMille,
        long stateBytesMax) {

    /** Raises the format before anything else. */
    static final int RAISED_AT_ONCE = 1000;

    private static final int BUDGET_MIN_BYTES = 1_000;
    private static final int BUDGET_MAX_BYTES = 12_000;

    static final long MILLI_NANOS = 1_000_000L;

    /** Few, so that the same ones are used again. */
    private static final int POOLS = 3;

    static Swarm draw(Chance chance) {
        int sessions = chance.between(1, 8);
        int keyCount = chance.between(1, 6);
        List<Ask.Key> keys = new ArrayList<>();
        for (int i = 0; i < keyCount; i++) {
            boolean semaphore = chance.coin();
            keys.add(new Ask.Key(
                    i,
                    semaphore ? KeyKind.SEMAPHORE : KeyKind.LOCK,
                    semaphore ? chance.between(1, 4) : 1));
        }
        int[] weights = new int[Driver.VERBS];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = chance.perMille(150) ? 0 : chance.between(1, 100);
        }
        return new Swarm(
                settings(chance, keyCount, sessions),
                sessions,
                chance.between(1, 3),
                keys,
                chance.between(2, 200),
                chance.between(1, 300),
                chance.between(1, 60),
                chance.between(0, 900),
                chance.between(0, 200),
                chance.between(0, 500),
                chance.between(0, 500),
                chance.between(0, 60),
                chance.between(0, 20),
                chance.between(0, 20),
                weights,
                POOLS,
                chance.coin() ? 0 : chance.between(1, 1000),
                chance.coin() ? 0 : chance.between(1, 1000),
                chance.perMille(750) ? 0 : chance.between(1, 600),
                chance.perMille(750) ? 0 : chance.between(1, 900),
                chance.coin() ? chance.between(1, 20) : chance.coin() ? 0 : RAISED_AT_ONCE,
                0);
    }

    /**
     * Returns the same parameters with a small memory budget. The model does not count bytes, so
     * rows that give way to new ones are left out: remembered outcomes and finished claims.
     */
    Swarm withBudget(Chance chance) {
        return new Swarm(
                settings,
                sessions,
                members,
                keys,
                ttlMillisMax,
                waitMillisMax,
                gapMillisMax,
                zeroGapPerMille,
                latePerMille,
                batchPerMille,
                0,
                wrongPerMille,
                restorePerMille,
                snapshotPerMille,
                weights,
                pools,
                poolsPerMille,
                0,
                entitiesPerMille,
                nodesPerMille,
                RAISED_AT_ONCE,
                chance.between(BUDGET_MIN_BYTES, BUDGET_MAX_BYTES));
    }

    static Settings settings(Chance chance, int keys, int sessions) {
        long forEver = 9_223_372_036L * 1_000_000_000L;
        Settings drawn = new Settings(
                        chance.between(1, 100) * MILLI_NANOS,
                        chance.perMille(200)
                                ? 0
                                : chance.perMille(50)
                                        ? forEver
                                        : chance.between(5, 200) * MILLI_NANOS,
                        chance.perMille(100) ? 0 : chance.between(1, 300) * MILLI_NANOS,
                        chance.perMille(700),
                        chance.perMille(300) ? chance.between(1, keys) : 1000,
                        chance.perMille(300) ? chance.between(1, 6) : 1000,
                        chance.perMille(300) ? chance.between(1, sessions) : 1000,
                        chance.perMille(300) ? chance.between(1, sessions) : 1000,
                        chance.perMille(100) ? forEver : chance.between(1, 500) * MILLI_NANOS,
                        chance.perMille(500) ? chance.between(1, 12) : 60)
                .with(new PoolsSettings(
                        chance.perMille(300) ? chance.between(1, POOLS) : 1000,
                        chance.perMille(300) ? chance.between(1, 10) : 1000))
                .withHistory(chance.coin() ? 0 : chance.between(1, 6))
                .with(claims(chance))
                .with(EntityDraws.settings(chance))
                .with(NodeDraws.settings(chance))
                .with(tenants(chance, sessions));
        // Derived and not drawn, so that seeds keep their histories.
        int few = drawn.ledgerMax();
        return drawn.withLocksPerSession(few <= 3 ? few : 1000);
    }

    /** Mostly without quotas, so that states beyond them are tested too. */
    private static TenantsSettings tenants(Chance chance, int sessions) {
        TenantQuota quota = chance.perMille(700)
                ? TenantQuota.NONE
                : new TenantQuota(
                        chance.coin() ? 0 : chance.between(1, 10),
                        chance.coin() ? 0 : chance.between(1, 6),
                        chance.coin() ? 0 : chance.between(1, 4),
                        chance.coin() ? 0 : chance.between(1, sessions),
                        chance.coin() ? 0 : chance.between(1, 40));
        return new TenantsSettings(quota, new TreeMap<>());
    }

    private static ClaimsSettings claims(Chance chance) {
        int dataMax = chance.perMille(300) ? chance.between(1, 12) : 100;
        return new ClaimsSettings(
                chance.coin() ? 0 : chance.between(1, 100) * MILLI_NANOS,
                chance.perMille(200) ? Long.MAX_VALUE : chance.between(1, 500) * MILLI_NANOS,
                chance.coin() ? chance.between(1, 8) : 1000,
                chance.perMille(300) ? chance.between(1, 6) : 1000,
                dataMax,
                dataMax + (long) chance.between(0, 60));
    }
}
