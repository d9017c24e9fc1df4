package io.holdfast.core.codec;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.value.Limits;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeLine;
import io.holdfast.core.value.NodeText;
import io.holdfast.core.value.NodeType;
import io.holdfast.core.value.NodeVersion;

import java.util.ArrayList;
import java.util.List;

/** The encoding of texts, edges and whole nodes, for the log, remembered outcomes and snapshots. */
public final class NodeBytes {

    private static final NodeType[] TYPES = NodeType.values();

    /**
     * Added to the type if the text has a wake date. Most texts have none and need no extra byte.
     */
    private static final int WAKES = 100;

    private NodeBytes() {}

    public static void write(NodeVersion view, ByteWriter out) {
        out.putText(view.id());
        out.putCount(view.version());
        write(view.text(), out);
        writeLines(view.lines(), out);
        out.putCount(view.removed().size());
        view.removed().forEach(out::putCount);
        writeEdges(view.added(), out);
        out.putText(view.author());
        out.putOptionalText(view.agent());
        out.putOptionalText(view.session());
        out.putLong(view.createdMillis());
    }

    public static NodeVersion readView(ByteReader in) {
        String id = in.getText();
        long version = in.getCount();
        NodeText text = readText(in);
        List<NodeLine> lines = readLines(in);
        List<Integer> removed = new ArrayList<>();
        for (int left = in.getInt(text.edges().size()); left > 0; left--) {
            removed.add(in.getInt(text.edges().size() - 1));
        }
        return new NodeVersion(
                id,
                version,
                text,
                lines,
                List.copyOf(removed),
                readEdges(in),
                in.getText(),
                in.getOptionalText(),
                in.getOptionalText(),
                in.getLong());
    }

    public static void write(NodeText text, ByteWriter out) {
        out.putOptionalBlob(text.sent());
        boolean wakes = text.wakeMillis() != 0;
        out.putCount(text.type().ordinal() + (wakes ? WAKES : 0));
        out.putText(text.title());
        out.putText(text.status());
        out.putText(text.priority());
        out.putText(text.readiness());
        out.putText(text.project());
        writeEdges(text.edges(), out);
        if (wakes) {
            out.putLong(text.wakeMillis());
        }
    }

    public static NodeText readText(ByteReader in) {
        Blob sent = in.getOptionalBlob();
        int type = in.getInt(WAKES + TYPES.length - 1);
        if (type % WAKES >= TYPES.length) {
            throw in.malformed("unknown node type: " + type);
        }
        return new NodeText(
                sent,
                TYPES[type % WAKES],
                in.getText(),
                in.getText(),
                in.getText(),
                in.getText(),
                in.getText(),
                readEdges(in),
                type < WAKES ? 0 : in.getLong());
    }

    public static void write(NodeEdge edge, ByteWriter out) {
        out.putText(edge.type());
        out.putText(edge.to());
        out.putText(edge.attrs());
    }

    public static NodeEdge readEdge(ByteReader in) {
        return new NodeEdge(in.getText(), in.getText(), in.getText());
    }

    private static void writeEdges(List<NodeEdge> edges, ByteWriter out) {
        out.putCount(edges.size());
        edges.forEach(edge -> write(edge, out));
    }

    private static List<NodeEdge> readEdges(ByteReader in) {
        List<NodeEdge> edges = new ArrayList<>();
        for (int left = in.getInt(Limits.COMMAND_BYTES_MAX); left > 0; left--) {
            edges.add(readEdge(in));
        }
        return List.copyOf(edges);
    }

    public static void writeLines(List<NodeLine> lines, ByteWriter out) {
        out.putCount(lines.size());
        for (NodeLine line : lines) {
            out.putText(line.key());
            out.putOptionalText(line.value());
        }
    }

    public static List<NodeLine> readLines(ByteReader in) {
        List<NodeLine> lines = new ArrayList<>();
        for (int left = in.getInt(Limits.COMMAND_BYTES_MAX); left > 0; left--) {
            lines.add(new NodeLine(in.getText(), in.getOptionalText()));
        }
        return List.copyOf(lines);
    }
}
