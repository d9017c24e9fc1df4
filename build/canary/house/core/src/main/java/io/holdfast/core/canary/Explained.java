package io.holdfast.core.canary;

final class Explained {

    int answer(int question) {
        return switch (question) {
            case 1 -> 42;
            // Integers have no end; a command would.
            default -> 0;
        };
    }
}
