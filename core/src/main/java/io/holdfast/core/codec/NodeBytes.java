package io.holdfast.core.nodes;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.command.Limits;
import io.holdfast.core.command.WorkEdge;
import io.holdfast.core.command.WorkLine;
import io.holdfast.core.command.WorkText;
import io.holdfast.core.command.WorkType;
import io.holdfast.core.query.WorkView;

import java.util.ArrayList;
import java.util.List;

/** The encoding of texts, edges and whole nodes, for the log, remembered outcomes and snapshots. */
public final class NodeBytes {

    private static final WorkType[] TYPES = WorkType.values();

    /**
     * Added to the type if the text has a wake date. Most texts have none and need no extra byte.
     */
    private static final int WAKES = 100;

    private NodeBytes() {}

    static void write(WorkNode node, ByteWriter out) {
        out.putCount(node.number());
        out.putCount(node.tenant.number());
        write(node.view(), out);
        out.putOptionalText(node.leaseBy);
        out.putOptionalText(node.leaseSession);
        out.putOptionalText(node.leaseNonce);
        out.put(node.leaseReserved);
        out.putLong(node.leaseUntilMillis);
    }

    public static void write(WorkView view, ByteWriter out) {
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

    public static WorkView readView(ByteReader in) {
        String id = in.getText();
        long version = in.getCount();
        WorkText text = readText(in);
        List<WorkLine> lines = readLines(in);
        List<Integer> removed = new ArrayList<>();
        for (int left = in.getInt(text.edges().size()); left > 0; left--) {
            removed.add(in.getInt(text.edges().size() - 1));
        }
        return new WorkView(
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

    public static void write(WorkText text, ByteWriter out) {
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

    public static WorkText readText(ByteReader in) {
        Blob sent = in.getOptionalBlob();
        int type = in.getInt(WAKES + TYPES.length - 1);
        if (type % WAKES >= TYPES.length) {
            throw in.malformed("unknown node type: " + type);
        }
        return new WorkText(
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

    public static void write(WorkEdge edge, ByteWriter out) {
        out.putText(edge.type());
        out.putText(edge.to());
        out.putText(edge.attrs());
    }

    public static WorkEdge readEdge(ByteReader in) {
        return new WorkEdge(in.getText(), in.getText(), in.getText());
    }

    private static void writeEdges(List<WorkEdge> edges, ByteWriter out) {
        out.putCount(edges.size());
        edges.forEach(edge -> write(edge, out));
    }

    private static List<WorkEdge> readEdges(ByteReader in) {
        List<WorkEdge> edges = new ArrayList<>();
        for (int left = in.getInt(Limits.COMMAND_BYTES_MAX); left > 0; left--) {
            edges.add(readEdge(in));
        }
        return List.copyOf(edges);
    }

    public static void writeLines(List<WorkLine> lines, ByteWriter out) {
        out.putCount(lines.size());
        for (WorkLine line : lines) {
            out.putText(line.key());
            out.putOptionalText(line.value());
        }
    }

    public static List<WorkLine> readLines(ByteReader in) {
        List<WorkLine> lines = new ArrayList<>();
        for (int left = in.getInt(Limits.COMMAND_BYTES_MAX); left > 0; left--) {
            lines.add(new WorkLine(in.getText(), in.getOptionalText()));
        }
        return List.copyOf(lines);
    }
}
