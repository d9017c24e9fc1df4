package io.holdfast.core.value;

/**
 * Checks that stay enabled in production. A violated invariant stops the machine before it can give
 * a wrong answer.
 */
public final class Verify {

    private Verify() {}

    public static void that(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException("invariant violated: " + otherwise);
        }
    }
}
