package io.holdfast.core.value;

/**
 * How long a wait is expected to take, from recent hold times of the same resource.
 *
 * @param lowMillis most waits are longer than this
 * @param highMillis most waits are shorter than this
 */
public record Estimate(long lowMillis, long typicalMillis, long highMillis) {

    /** Stands for a wait about which too little is known. */
    public static final Estimate NONE = new Estimate(-1, -1, -1);

    public boolean known() {
        return typicalMillis >= 0;
    }

    /** Returns the estimate times a fraction. */
    public Estimate times(long factor, long divisor) {
        return new Estimate(
                lowMillis / divisor * factor,
                typicalMillis / divisor * factor,
                highMillis / divisor * factor);
    }
}
