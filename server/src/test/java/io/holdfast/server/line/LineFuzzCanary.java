package io.holdfast.server.line;

/** A target with a fault that only guidance finds: a fuzzer that does not is no fuzzer. */
public final class LineFuzzCanary {

    private LineFuzzCanary() {}

    /** The name by which the fuzzer finds it. */
    public static void fuzzerTestOneInput(byte[] bytes) {
        boolean begins = bytes.length > 3 && bytes[0] == 's' && bytes[1] == 'n' && bytes[2] == '\n';
        if (begins && bytes[bytes.length - 1] == '!') {
            throw new IllegalStateException("found");
        }
    }
}
