package io.holdfast.log;

/** The only source of time below the edge. Decisions use the monotonic clock alone. */
public interface Clock {

    long monotonicNanos();

    long wallMillis();

    /** The machine's own clocks. */
    Clock SYSTEM = new Clock() {
        @Override
        public long monotonicNanos() {
            return System.nanoTime();
        }

        @Override
        public long wallMillis() {
            return System.currentTimeMillis();
        }
    };
}
