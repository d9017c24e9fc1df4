package io.holdfast.core.state;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeLine;
import io.holdfast.core.value.NodeText;
import io.holdfast.core.value.NodeVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the heap that the parts of a row occupy on a 64-bit JVM with compressed references. The
 * estimate depends only on the values, so all members compute the same number on any JVM.
 */
public final class HeapSize {

    /** A reference in an index or in the deadlines, including its share of free slots. */
    public static final int SLOT = 12;

    public static final int TREE_ENTRY = 40;

    private static final int OBJECT = 16;
    private static final int LIST = 40;
    private static final int REFERENCE = 4;

    /** A string object and its array. */
    private static final int TEXT = 24 + OBJECT;

    private static final int LATIN_MAX = 0xFF;

    private HeapSize() {}

    public static int text(@Nullable String text) {
        if (text == null) {
            return 0;
        }
        int length = text.length();
        if (length == 0) {
            return TEXT - OBJECT;
        }
        int at = 0;
        while (at < length && text.charAt(at) <= LATIN_MAX) {
            at++;
        }
        return TEXT + aligned(at == length ? length : 2 * length);
    }

    public static int blob(@Nullable Blob blob) {
        return blob == null ? 0 : 2 * OBJECT + aligned(blob.size());
    }

    public static int list(List<?> list) {
        return list.isEmpty() ? 0 : LIST + aligned(REFERENCE * list.size());
    }

    public static int edges(List<NodeEdge> edges) {
        int sum = list(edges);
        for (NodeEdge edge : edges) {
            sum += 24 + text(edge.type()) + text(edge.to()) + text(edge.attrs());
        }
        return sum;
    }

    public static int lines(List<NodeLine> lines) {
        int sum = list(lines);
        for (NodeLine line : lines) {
            sum += 24 + text(line.key()) + text(line.value());
        }
        return sum;
    }

    public static int text(NodeText text) {
        return 56
                + blob(text.sent())
                + text(text.title())
                + text(text.status())
                + text(text.priority())
                + text(text.readiness())
                + text(text.project())
                + edges(text.edges());
    }

    public static int view(NodeVersion view) {
        return 64
                + text(view.id())
                + text(view.text())
                + lines(view.lines())
                + list(view.removed())
                + edges(view.added())
                + text(view.author())
                + text(view.agent())
                + text(view.session());
    }

    private static int aligned(int bytes) {
        return bytes + 7 & ~7;
    }
}
