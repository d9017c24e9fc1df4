package io.holdfast.core;

/**
 * Checks that stay on in production: a state that should be impossible stops the machine before it
 * can answer wrongly.
 */
public final class Verify {

    private Verify() {}

    public static void that(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException("broken invariant: " + otherwise);
        }
    }
}
