package io.holdfast.client;

/**
 * The result of a request to hold something. All four cases are part of the contract:
 *
 * <p>For example: {@snippet file="LockExamples.java" region="typed"}
 */
public sealed interface Acquired {

    /** The client holds it, and renews it until it is released. */
    record Granted(Lease lease) implements Acquired {}

    /**
     * The client has a place in the queue.
     *
     * @param position the place when the request was answered; 1 is next
     */
    record Queued(int position, QueuePlace place) implements Acquired {}

    /**
     * The client does not hold it.
     *
     * @param code {@link #BUSY} if another client holds it, or the server's error code
     * @param detail the explanation, for people
     */
    record Refused(String code, String detail) implements Acquired {

        /** The code if it is held by others and did not become free within the wait. */
        public static final String BUSY = "busy";

        public boolean isBusy() {
            return code.equals(BUSY);
        }
    }

    /**
     * No member answered, so it is unknown whether the request took effect. If it did, the server
     * ends the grant after its ttl at the latest, because this client does not renew it.
     */
    record Unknown(String detail) implements Acquired {}

    /**
     * Returns the lease of a grant.
     *
     * @throws HoldfastException if it was not granted
     */
    default Lease orThrow() {
        if (this instanceof Granted granted) {
            return granted.lease();
        }
        if (this instanceof Refused refused) {
            throw new HoldfastException(
                    refused.code(), HoldfastException.statusOf(refused.code()), refused.detail());
        }
        if (this instanceof Unknown unknown) {
            throw new HoldfastException(HoldfastException.UNAVAILABLE, 0, unknown.detail());
        }
        throw new HoldfastException("queued", 409, "the request waits in the queue");
    }

    /** Returns true if the client holds it. */
    default boolean isGranted() {
        return this instanceof Granted;
    }
}
