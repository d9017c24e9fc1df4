package io.holdfast.log.ratis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Offsets in a segment, for tests that damage it. */
public final class SegmentEnds {

    public static final int HEAD_BYTES = SegmentReader.HEAD.length;

    private SegmentEnds() {}

    /** Returns the offset after the last intact entry. */
    public static int end(Path segment, long firstIndex, int entryBytesMax) throws IOException {
        byte[] bytes = Files.readAllBytes(segment);
        return new SegmentReader(bytes, entryBytesMax, content -> -1)
                .walk(firstIndex)
                .offset();
    }
}
