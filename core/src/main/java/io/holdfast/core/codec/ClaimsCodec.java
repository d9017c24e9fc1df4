package io.holdfast.core.codec;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.command.ClaimsCommand.Create;
import io.holdfast.core.command.ClaimsCommand.Move;
import io.holdfast.core.command.ClaimsCommand.Prolong;
import io.holdfast.core.command.ClaimsCommand.Take;
import io.holdfast.core.value.ClaimStatus;

/** Encodes claims commands as a tag and their fields. */
final class ClaimsCodec {

    static final int CREATE = 48;
    static final int PROLONG = 49;
    static final int MOVE = 50;
    static final int TAKE = 51;

    private static final ClaimStatus[] STATUSES = ClaimStatus.values();

    private ClaimsCodec() {}

    static void encode(ClaimsCommand<?> command, ByteWriter out) {
        switch (command) {
            case Create c -> {
                out.put(CREATE);
                out.putText(c.tenant());
                out.putText(c.resource());
                out.putCount(c.ttlNanos());
                out.putText(c.creator());
                out.putOptionalBlob(c.data());
            }
            case Take c -> {
                out.put(TAKE);
                out.putText(c.tenant());
                out.putText(c.resource());
                out.putCount(c.ttlNanos());
                out.putText(c.creator());
                out.putOptionalText(c.owner());
                out.putOptionalBlob(c.data());
            }
            case Prolong c -> {
                update(PROLONG, c, out);
                out.putCount(c.ttlNanos());
            }
            case Move c -> {
                update(MOVE, c, out);
                out.putCount(c.to().ordinal());
            }
        }
    }

    private static void update(int tag, ClaimsCommand.Update command, ByteWriter out) {
        out.put(tag);
        out.putText(command.tenant());
        out.putCount(command.id());
        out.putOptionalText(command.onlyOf());
    }

    static ClaimsCommand<?> decode(int tag, ByteReader in) {
        String tenant = in.getText();
        return switch (tag) {
            case CREATE ->
                new Create(tenant, in.getText(), in.getCount(), in.getText(), in.getOptionalBlob());
            case TAKE ->
                new Take(
                        tenant,
                        in.getText(),
                        in.getCount(),
                        in.getText(),
                        in.getOptionalText(),
                        in.getOptionalBlob());
            case PROLONG -> new Prolong(tenant, in.getCount(), in.getOptionalText(), in.getCount());
            case MOVE -> new Move(tenant, in.getCount(), in.getOptionalText(), askedFor(in));
            // The caller has checked the tag, but the compiler cannot know that.
            default -> throw in.malformed("command " + tag + " is not a claims command");
        };
    }

    private static ClaimStatus askedFor(ByteReader in) {
        ClaimStatus status = in.getOne(STATUSES);
        if (!status.mayBeAskedFor()) {
            throw in.malformed("a client cannot request the status " + status.text());
        }
        return status;
    }
}
