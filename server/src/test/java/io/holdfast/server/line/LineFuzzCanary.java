package io.holdfast.server.line;

/** A target with a planted fault that only a coverage-guided fuzzer finds. */
public final class LineFuzzCanary {

    private LineFuzzCanary() {}

    /** The entry point that the fuzzer calls by name. */
    public static void fuzzerTestOneInput(byte[] bytes) {
        boolean begins = bytes.length > 3 && bytes[0] == 's' && bytes[1] == 'n' && bytes[2] == '\n';
        if (begins && bytes[bytes.length - 1] == '!') {
            throw new IllegalStateException("found");
        }
    }
}
