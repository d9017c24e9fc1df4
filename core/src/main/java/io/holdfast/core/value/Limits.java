package io.holdfast.core.value;

/** The hard limits that no setting may exceed. Their relations are checked when the class loads. */
public final class Limits {

    public static final int KEYS_MAX = 10_000_000;
    public static final int WAITERS_PER_KEY_MAX = 1_000_000;
    public static final int SESSIONS_MAX = 2_000_000;
    public static final int LEDGER_MAX = 1_000_000;
    public static final int SEMAPHORE_LIMIT_MAX = 1_048_576;
    public static final int POOLS_MAX = 10_000_000;
    public static final int POOL_COUNT_MAX = 1_000_000;

    /** Leases of all pools, including waits for a lease. */
    public static final int LEASES_MAX = 100_000_000;

    /** Maximum remembered grants of a resource. */
    public static final int HISTORY_MAX = 1_000;

    /** Maximum size of a log entry. */
    public static final int BATCH_BYTES_MAX = 1 << 20;

    /** A command takes at most half a batch, so that a batch always has room for one more. */
    public static final int COMMAND_BYTES_MAX = BATCH_BYTES_MAX / 2;

    public static final int KEY_BYTES_MAX = 256;
    public static final int OWNER_BYTES_MAX = 128;
    public static final int TOKEN_BYTES_MAX = 256;

    public static final int CLAIMS_MAX = KEYS_MAX;
    public static final int CLAIM_RESOURCE_BYTES_MAX = 512;
    public static final int CLAIM_DATA_BYTES_MAX = 256 << 10;

    public static final int ENTITIES_MAX = 100_000;
    public static final int ENTITY_ITEMS_MAX = KEYS_MAX;
    public static final int ENTITY_ID_BYTES_MAX = 256;
    public static final int ENTITY_VALUE_BYTES_MAX = 256 << 10;
    public static final int NODE_TEXT_BYTES_MAX = 64 << 10;
    public static final int NODE_EDGES_MAX = 40;
    public static final int NODE_ID_BYTES_MAX = KEY_BYTES_MAX;

    /** Maximum tenants with their own quotas, all of which must fit into one command. */
    public static final int NAMED_TENANTS_MAX = 1_000;

    public static final int TENANT_CHARACTERS_MAX = 64;

    /** The longest duration that clients may request: the maximum that nanoseconds can express. */
    public static final long SECONDS_MAX = Long.MAX_VALUE / 1_000_000_000L;

    /** Fences remain exact as JavaScript numbers. */
    public static final long FENCE_MAX = 1L << 53;

    private Limits() {}

    static {
        check(COMMAND_BYTES_MAX < BATCH_BYTES_MAX, "a command must fit into a batch");
        check(KEY_BYTES_MAX + OWNER_BYTES_MAX < COMMAND_BYTES_MAX, "names must fit into a command");
        check(
                CLAIM_RESOURCE_BYTES_MAX + CLAIM_DATA_BYTES_MAX < COMMAND_BYTES_MAX,
                "a claim must fit into a command");
        check(
                3 * ENTITY_ID_BYTES_MAX + ENTITY_VALUE_BYTES_MAX < COMMAND_BYTES_MAX,
                "an item of an entity must fit into a command");
        check(NODE_TEXT_BYTES_MAX * 2 < COMMAND_BYTES_MAX, "a node must fit into a command");
    }

    public static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    public static void range(String what, int value, int max) {
        check(value >= 1 && value <= max, what + " must be between 1 and " + max + ": " + value);
    }
}
