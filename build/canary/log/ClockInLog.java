package io.holdfast.log.canary;

// must fail: Forbidden method invocation: java.lang.System#nanoTime()
final class ClockInLog {

    long now() {
        return System.nanoTime();
    }
}
