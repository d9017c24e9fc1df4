package io.holdfast.server.ops;

/** Whether requests are better sent here or elsewhere, and why not. */
public enum Readiness {
    READY("ok"),
    /** It has just started. */
    NOT_READY("not_ready"),
    /** The first members of a new cluster are not all there yet. */
    FOUNDING("founding"),
    /** It waits to be added to a cluster. */
    JOINING("joining"),
    /** The group has no leader that this member knows of. */
    NO_LEADER("no_leader"),
    DRAINING("draining"),
    STORAGE_FAILED("storage_failed"),
    REMOVED("removed");

    private final String status;

    Readiness(String status) {
        this.status = status;
    }

    String status() {
        return status;
    }
}
