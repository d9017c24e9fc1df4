package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.count;
import static io.holdfast.server.config.SettingFormat.seconds;
import static io.holdfast.server.config.SettingFormat.text;

import io.holdfast.core.command.Limits;
import org.jspecify.annotations.Nullable;

/** The pools, claims, entities and nodes contracts. */
enum ContractSetting implements Setting {
    CLAIMS_GRACE(
            "claims-grace",
            "CLAIMS_GRACE_S",
            new SettingFormat.Seconds(Limits.SECONDS_MAX),
            "0.1",
            "Seconds that a lapsed claim stays active and renewable while nobody waits."),
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
            "Finished claims of a tenant that stay listed at most; the oldest go first."),
    MAX_CLAIMS(
            "max-claims",
            "MAX_CLAIMS",
            new SettingFormat.Whole("N", 1, Limits.CLAIMS_MAX),
            "1000000",
            "Claims of a tenant that are active or waiting at a time."),
    CLAIMS_DATA_MAX(
            "claims-data-max",
            "CLAIMS_DATA_MAX_BYTES",
            new SettingFormat.Whole("BYTES", 1, Limits.CLAIM_DATA_BYTES_MAX),
            "65536",
            "Bytes of one claim's user data."),
    CLAIMS_DATA_TOTAL(
            "claims-data-total",
            "CLAIMS_DATA_TOTAL_BYTES",
            new SettingFormat.Whole("BYTES", Limits.CLAIM_DATA_BYTES_MAX, Long.MAX_VALUE),
            "268435456",
            "Bytes of user data of a tenant's claims; finished ones make room, the oldest first."),
    NODES_CLAIM_TTL(
            "nodes-claim-ttl",
            "NODES_CLAIM_TTL_S",
            seconds(1),
            "2700",
            "Seconds that a lease on a work node lasts without a heartbeat."),
    NODES_CLAIM_TTL_MAX(
            "nodes-claim-ttl-max",
            "NODES_CLAIM_TTL_MAX_S",
            seconds(1),
            "28800",
            "Seconds from now that a lease on a work node can be extended to."),
    NODES_RESERVE(
            "nodes-reserve",
            "NODES_RESERVE_S",
            seconds(1),
            "172800",
            "Seconds that a reserved work node is kept for its holder."),
    NODES_CLAIMABLE(
            "nodes-claimable",
            "NODES_CLAIMABLE",
            text("TYPES"),
            "task,issue,incident,question",
            "Types of work nodes that carry leases, with commas between them."),
    NODES_CLAIMING(
            "nodes-claiming",
            "NODES_CLAIMING",
            text("STATUSES"),
            "active,in-progress,in_progress",
            "Statuses that take the lease of a work node, with commas between them."),
    MAX_NODES(
            "max-nodes",
            "MAX_NODES",
            new SettingFormat.Whole("N", 1, Limits.KEYS_MAX),
            "1000000",
            "Work nodes of a tenant at a time."),
    NODES_TEXT_TOTAL(
            "nodes-text-total",
            "NODES_TEXT_TOTAL_BYTES",
            new SettingFormat.Whole("BYTES", Limits.NODE_TEXT_BYTES_MAX, Long.MAX_VALUE),
            "1073741824",
            "Bytes of a tenant's node texts."),
    MAX_POOLS(
            "max-pools",
            "MAX_POOLS",
            new SettingFormat.Whole("N", 1, Limits.POOLS_MAX),
            "100000",
            "Pools that there may be at a time."),
    MAX_POOL_LEASES(
            "max-pool-leases",
            "MAX_POOL_LEASES",
            new SettingFormat.Whole("N", 1, Limits.LEASES_MAX),
            "2000000",
            "Leases of pools, and borrowers that wait for one, all pools together."),
    POOLS_MAX_COUNT(
            "pools-max-count",
            "POOLS_MAX_COUNT",
            new SettingFormat.Whole("N", 1, Limits.POOL_COUNT_MAX),
            "1000",
            "Slots of a pool."),
    POOLS_MAX_TTL(
            "pools-max-ttl",
            "POOLS_MAX_TTL_S",
            seconds(1),
            "86400",
            "Seconds that a slot is lent at most; a longer ttl is cut to it."),
    POOLS_MAX_WAIT(
            "pools-max-wait",
            "POOLS_MAX_WAIT_S",
            seconds(0),
            "300",
            "Seconds that a borrower may wait; a longer wait is cut to it."),
    POOLS_CREATE_RATE_PER_IP(
            "pools-create-rate-per-ip",
            "POOLS_CREATE_RATE_PER_IP",
            count(1_000_000),
            "50",
            "Pools a second that an address may make, ten seconds' worth at once;"
                    + " 0 means no limit."),
    POOLS_UNKNOWN_RATE_PER_IP(
            "pools-unknown-rate-per-ip",
            "POOLS_UNKNOWN_RATE_PER_IP",
            count(1_000_000),
            "100",
            "Requests a second for pools that there are not, ten seconds' worth at once; an"
                    + " address that makes more is not answered for a while. 0 means no limit."),
    ENTITIES_PARAMS(
            "entities-params",
            "ENTITIES_PARAMS",
            text("FILE"),
            null,
            "YAML file with the section locking: of entity locks; read again on SIGHUP."),
    ENTITIES_MANIFEST(
            "entities-manifest",
            "ENTITIES_MANIFEST",
            text("FILE"),
            null,
            "YAML file with the entities that can be locked; read again on SIGHUP."),
    DEMO(
            "demo",
            "DEMO",
            new SettingFormat.Switch(),
            "false",
            "Serve the example entities, where no file names others."),
    MAX_ENTITIES(
            "max-entities",
            "MAX_ENTITIES",
            new SettingFormat.Whole("N", 1, Limits.ENTITIES_MAX),
            "10000",
            "Entities of a tenant."),
    ENTITIES_VALUE_TOTAL(
            "entities-value-total",
            "ENTITIES_VALUE_TOTAL_BYTES",
            new SettingFormat.Whole("BYTES", Limits.ENTITY_VALUE_BYTES_MAX, Long.MAX_VALUE),
            "268435456",
            "Bytes of all values that a tenant's entities keep in their collections.");

    private final Spec spec;

    ContractSetting(
            String flag, String environment, SettingFormat form, @Nullable String fallback, String help) {
        this.spec = new Spec(flag, environment, false, form, fallback, help);
    }

    @Override
    public Spec spec() {
        return spec;
    }
}
