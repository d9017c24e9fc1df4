package io.holdfast.log;

import java.io.IOException;

/**
 * The cluster removed this member. Its disk is intact, but it cannot commit anything any more: it
 * must be added again with an empty directory.
 */
public final class RemovedException extends IOException {

    private static final long serialVersionUID = 1L;

    public RemovedException() {
        super("This member was removed from the cluster. Its data directory cannot be used again:"
                + " empty it before you add the member again");
    }
}
