package io.holdfast.core.canary;

// must fail: class-name-in-message
final class ClassName {
    String message = "failed with NoSuchFileException";
}
