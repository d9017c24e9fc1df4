package io.holdfast.server.ops;

/** Whether the server is ready for requests, and if not, why. */
public enum Readiness {
    READY("ok"),
    /** The server has just started. */
    NOT_READY("not_ready"),
    /** Not all first members of a new cluster have arrived yet. */
    FOUNDING("founding"),
    /** It waits to be added to a cluster. */
    JOINING("joining"),
    /** This member knows no leader of the group. */
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
