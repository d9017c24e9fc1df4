package io.holdfast.core.codec;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.command.NodesCommand.BindSession;
import io.holdfast.core.command.NodesCommand.Claim;
import io.holdfast.core.command.NodesCommand.Extend;
import io.holdfast.core.command.NodesCommand.Join;
import io.holdfast.core.command.NodesCommand.Mark;
import io.holdfast.core.command.NodesCommand.MintToken;
import io.holdfast.core.command.NodesCommand.Part;
import io.holdfast.core.command.NodesCommand.Release;
import io.holdfast.core.command.NodesCommand.Renew;
import io.holdfast.core.command.NodesCommand.Reserve;
import io.holdfast.core.command.NodesCommand.Write;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeField;
import io.holdfast.core.value.TokenDigest;

/** Encodes nodes commands as a tag and their fields. */
final class NodesCodec {

    static final int WRITE = 80;
    static final int JOIN = 81;
    static final int PART = 82;
    static final int MARK = 83;
    static final int CLAIM = 84;
    static final int RENEW = 85;
    static final int EXTEND = 86;
    static final int RESERVE = 87;
    static final int RELEASE = 88;
    static final int MINT = 89;
    static final int BIND = 90;

    private static final NodeField[] FIELDS = NodeField.values();

    private NodesCodec() {}

    static void encode(NodesCommand<?> command, ByteWriter out) {
        switch (command) {
            case Write c -> {
                tag(WRITE, c, out);
                NodeBytes.write(c.text(), out);
                out.putCount(c.onlyVersion());
            }
            case Join c -> {
                tag(JOIN, c, out);
                NodeBytes.write(c.edge(), out);
            }
            case Part c -> {
                tag(PART, c, out);
                out.putText(c.type());
                out.putText(c.to());
            }
            case Mark c -> {
                tag(MARK, c, out);
                out.putCount(c.field().ordinal());
                out.putText(c.value());
                NodeBytes.writeLines(c.stamps(), out);
            }
            case Claim c -> {
                tag(CLAIM, c, out);
                out.putOptionalText(c.session());
                out.putOptionalText(c.nonce());
            }
            case Renew c -> {
                tag(RENEW, c, out);
                out.putOptionalText(c.session());
            }
            case Extend c -> {
                tag(EXTEND, c, out);
                out.putCount(c.byNanos());
                out.putOptionalText(c.session());
            }
            case Reserve c -> {
                tag(RESERVE, c, out);
                out.putOptionalText(c.session());
            }
            case Release c -> tag(RELEASE, c, out);
            case MintToken c -> {
                tag(MINT, c, out);
                digest(c.digest(), out);
                out.putOptionalText(c.session());
                out.putCount(c.ttlNanos());
            }
            case BindSession c -> {
                head(BIND, c, out);
                digest(c.digest(), out);
                out.putText(c.session());
            }
        }
    }

    static NodesCommand<?> decode(int tag, ByteReader in) {
        String tenant = in.getText();
        NodeAuthor by = new NodeAuthor(
                in.getText(), in.getText(), in.getOptionalText(), in.getOptionalText());
        if (tag == BIND) {
            return new BindSession(tenant, by, digest(in), in.getText());
        }
        String id = in.getText();
        return switch (tag) {
            case WRITE -> new Write(tenant, by, id, NodeBytes.readText(in), in.getCount());
            case JOIN -> new Join(tenant, by, id, NodeBytes.readEdge(in));
            case PART -> new Part(tenant, by, id, in.getText(), in.getText());
            case MARK ->
                new Mark(tenant, by, id, in.getOne(FIELDS), in.getText(), NodeBytes.readLines(in));
            case CLAIM -> new Claim(tenant, by, id, in.getOptionalText(), in.getOptionalText());
            case RENEW -> new Renew(tenant, by, id, in.getOptionalText());
            case EXTEND -> new Extend(tenant, by, id, in.getCount(), in.getOptionalText());
            case RESERVE -> new Reserve(tenant, by, id, in.getOptionalText());
            case RELEASE -> new Release(tenant, by, id);
            case MINT ->
                new MintToken(tenant, by, id, digest(in), in.getOptionalText(), in.getCount());
            // The caller has checked the tag, but the compiler cannot know that.
            default -> throw in.malformed("command " + tag + " is not a nodes command");
        };
    }

    private static void tag(int tag, NodesCommand.OnNode<?> command, ByteWriter out) {
        head(tag, command, out);
        out.putText(command.id());
    }

    private static void head(int tag, NodesCommand<?> command, ByteWriter out) {
        out.put(tag);
        out.putText(command.tenant());
        NodeAuthor by = command.by();
        out.putText(by.person());
        out.putText(by.name());
        out.putOptionalText(by.agent());
        out.putOptionalText(by.session());
    }

    private static void digest(TokenDigest digest, ByteWriter out) {
        out.putLong(digest.high());
        out.putLong(digest.low());
    }

    private static TokenDigest digest(ByteReader in) {
        return new TokenDigest(in.getLong(), in.getLong());
    }
}
