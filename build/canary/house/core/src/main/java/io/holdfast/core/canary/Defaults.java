package io.holdfast.core.canary;

// must fail: default-in-core
final class Defaults {

    int answer(int question) {
        return switch (question) {
            case 1 -> 42;

            default -> 0;
        };
    }
}
