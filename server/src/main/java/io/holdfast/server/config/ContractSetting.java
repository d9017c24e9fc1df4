package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.count;
import static io.holdfast.server.config.SettingFormat.seconds;
import static io.holdfast.server.config.SettingFormat.text;

import io.holdfast.core.value.Limits;
import org.jspecify.annotations.Nullable;

/** The pools, claims, entities and nodes APIs. */
enum ContractSetting implements Setting {
    CLAIMS_GRACE(
            "claims-grace",
            "CLAIMS_GRACE_S",
            new SettingFormat.Seconds(Limits.SECONDS_MAX),
            "0.1",
            "Seconds that an expired claim stays active and renewable while no other claim waits."),
    CLAIMS_KEEP(
            "claims-keep",
            "CLAIMS_KEEP_S",
            seconds(1),
            "604800",
            "Seconds that a finished claim stays listed."),
    CLAIMS_KEPT_MAX(
            "claims-kept-max",
            "CLAIMS_KEPT_MAX",
            new SettingFormat.Whole("N", 1, Limits.CLAIMS_MAX),
            "200000",
            "Maximum number of finished claims listed per tenant; the oldest are removed first."),
    MAX_CLAIMS(
            "max-claims",
            "MAX_CLAIMS",
            new SettingFormat.Whole("N", 1, Limits.CLAIMS_MAX),
            "1000000",
            "Maximum number of active and waiting claims per tenant."),
    CLAIMS_DATA_MAX(
            "claims-data-max",
            "CLAIMS_DATA_MAX_BYTES",
            new SettingFormat.Whole("BYTES", 1, Limits.CLAIM_DATA_BYTES_MAX),
            "65536",
            "Maximum size of one claim's user data, in bytes."),
    CLAIMS_DATA_TOTAL(
            "claims-data-total",
            "CLAIMS_DATA_TOTAL_BYTES",
            new SettingFormat.Whole("BYTES", Limits.CLAIM_DATA_BYTES_MAX, Long.MAX_VALUE),
            "268435456",
            "Maximum size of all claims' user data per tenant, in bytes; the oldest finished"
                    + " claims are removed first."),
    NODES_CLAIM_TTL(
            "nodes-claim-ttl",
            "NODES_CLAIM_TTL_S",
            seconds(1),
            "2700",
            "Lease on a node without a heartbeat, in seconds."),
    NODES_CLAIM_TTL_MAX(
            "nodes-claim-ttl-max",
            "NODES_CLAIM_TTL_MAX_S",
            seconds(1),
            "28800",
            "Maximum time in seconds, from now, to which a lease on a node can be extended."),
    NODES_RESERVE(
            "nodes-reserve",
            "NODES_RESERVE_S",
            seconds(1),
            "172800",
            "Seconds that a reserved node is kept for its holder."),
    NODES_CLAIMABLE(
            "nodes-claimable",
            "NODES_CLAIMABLE",
            text("TYPES"),
            "task,issue,incident,question",
            "Comma-separated types of nodes that can be leased."),
    NODES_CLAIMING(
            "nodes-claiming",
            "NODES_CLAIMING",
            text("STATUSES"),
            "active,in-progress,in_progress",
            "Comma-separated statuses that acquire a node's lease."),
    MAX_NODES(
            "max-nodes",
            "MAX_NODES",
            new SettingFormat.Whole("N", 1, Limits.KEYS_MAX),
            "1000000",
            "Maximum number of nodes per tenant."),
    NODES_TEXT_TOTAL(
            "nodes-text-total",
            "NODES_TEXT_TOTAL_BYTES",
            new SettingFormat.Whole("BYTES", Limits.NODE_TEXT_BYTES_MAX, Long.MAX_VALUE),
            "1073741824",
            "Maximum size of all node texts per tenant, in bytes."),
    MAX_POOLS(
            "max-pools",
            "MAX_POOLS",
            new SettingFormat.Whole("N", 1, Limits.POOLS_MAX),
            "100000",
            "Maximum number of pools."),
    MAX_POOL_LEASES(
            "max-pool-leases",
            "MAX_POOL_LEASES",
            new SettingFormat.Whole("N", 1, Limits.LEASES_MAX),
            "2000000",
            "Maximum number of pool leases and waiting borrowers, all pools together."),
    POOLS_MAX_COUNT(
            "pools-max-count",
            "POOLS_MAX_COUNT",
            new SettingFormat.Whole("N", 1, Limits.POOL_COUNT_MAX),
            "1000",
            "Maximum number of slots per pool."),
    POOLS_MAX_TTL(
            "pools-max-ttl",
            "POOLS_MAX_TTL_S",
            seconds(1),
            "86400",
            "Maximum lease of a pool slot in seconds; a longer ttl is reduced to it."),
    POOLS_MAX_WAIT(
            "pools-max-wait",
            "POOLS_MAX_WAIT_S",
            seconds(0),
            "300",
            "Maximum wait of a borrower in seconds; a longer wait is reduced to it."),
    POOLS_CREATE_RATE_PER_IP(
            "pools-create-rate-per-ip",
            "POOLS_CREATE_RATE_PER_IP",
            count(1_000_000),
            "50",
            "Pools created per second and address, with bursts of ten times as many; 0 means no"
                    + " limit."),
    POOLS_UNKNOWN_RATE_PER_IP(
            "pools-unknown-rate-per-ip",
            "POOLS_UNKNOWN_RATE_PER_IP",
            count(1_000_000),
            "100",
            "Requests for unknown pools per second and address, with bursts of ten times as many,"
                    + " before the address is blocked for a while; 0 means no limit."),
    ENTITIES_PARAMS(
            "entities-params",
            "ENTITIES_PARAMS",
            text("FILE"),
            null,
            "YAML file with the locking: section of entity locks; reloaded on SIGHUP."),
    ENTITIES_MANIFEST(
            "entities-manifest",
            "ENTITIES_MANIFEST",
            text("FILE"),
            null,
            "YAML file with the entities that can be locked; reloaded on SIGHUP."),
    DEMO(
            "demo",
            "DEMO",
            new SettingFormat.Switch(),
            "false",
            "Serve the example entities if no file names others."),
    MAX_ENTITIES(
            "max-entities",
            "MAX_ENTITIES",
            new SettingFormat.Whole("N", 1, Limits.ENTITIES_MAX),
            "10000",
            "Maximum number of entities per tenant."),
    MAX_ITEMS_PER_ENTITY(
            "max-items-per-entity",
            "MAX_ITEMS_PER_ENTITY",
            new SettingFormat.Whole("N", 1, Limits.ENTITY_ITEMS_MAX),
            "10000",
            "Maximum number of items per entity. One request can remove them all, which delays"
                    + " other requests."),
    ENTITIES_VALUE_TOTAL(
            "entities-value-total",
            "ENTITIES_VALUE_TOTAL_BYTES",
            new SettingFormat.Whole("BYTES", Limits.ENTITY_VALUE_BYTES_MAX, Long.MAX_VALUE),
            "268435456",
            "Maximum size of all entity values per tenant, in bytes.");

    private final Spec spec;

    ContractSetting(
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
