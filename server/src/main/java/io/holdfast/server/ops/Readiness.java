package io.holdfast.server.ops;

/** Whether requests are better sent here or elsewhere, and why not. */
public enum Readiness {
    READY("ok"),
    NOT_READY("not_ready"),
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
