package io.holdfast.log;

import java.io.IOException;

/**
 * The other nodes go on without this one, which can keep nothing any more although its disk is as
 * good as ever: nothing helps but an empty directory and being added again.
 */
public final class RemovedException extends IOException {

    private static final long serialVersionUID = 1L;

    public RemovedException() {
        super("This node was removed from the cluster. Its directory is of no use any more: empty"
                + " it before the node is added again");
    }
}
