package io.holdfast.core.codec;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.LocksCommand.Abandon;
import io.holdfast.core.command.LocksCommand.Acquire;
import io.holdfast.core.command.LocksCommand.Await;
import io.holdfast.core.command.LocksCommand.Enqueue;
import io.holdfast.core.command.LocksCommand.Release;
import io.holdfast.core.command.LocksCommand.Renew;
import io.holdfast.core.command.MemberCommand.Configure;
import io.holdfast.core.command.MemberCommand.Drain;
import io.holdfast.core.command.MemberCommand.Lost;
import io.holdfast.core.command.MemberCommand.RaiseFormat;
import io.holdfast.core.command.MemberCommand.Started;
import io.holdfast.core.command.MemberCommand.StateMemory;
import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.command.ResourceCommand;
import io.holdfast.core.command.ResourceCommand.Break;
import io.holdfast.core.command.ResourceCommand.CancelWait;
import io.holdfast.core.command.SessionCommand.Close;
import io.holdfast.core.command.SessionCommand.Open;
import io.holdfast.core.command.SessionCommand.Touch;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import io.holdfast.core.value.Token;
import io.holdfast.core.value.Verify;

import org.jspecify.annotations.Nullable;

/** Encodes each command as a tag and its fields. A tag is never reused for another command. */
final class CommandCodec {

    private static final int OPEN = 1;
    private static final int CLOSE = 2;
    private static final int CLOSE_KEEPING = 4;
    private static final int TOUCH = 3;
    private static final int STARTED = 8;
    private static final int LOST = 9;
    private static final int DRAIN = 10;
    private static final int CONFIGURE = 11;
    private static final int RAISE_FORMAT = 12;
    private static final int STATE_MEMORY = 14;
    private static final int ACQUIRE = 16;
    private static final int ENQUEUE = 17;
    private static final int AWAIT = 18;
    private static final int RELEASE = 19;
    private static final int RENEW = 20;
    private static final int ABANDON = 21;
    private static final int BREAK = 96;
    private static final int CANCEL_WAIT = 97;

    private static final Space[] SPACES = Space.values();
    private static final KeyKind[] KINDS = KeyKind.values();

    private CommandCodec() {}

    static void encode(Command<?> command, ByteWriter out) {
        Verify.that(command.format() <= out.format(), "the format must support the command");
        switch (command) {
            case Open c -> {
                tag(OPEN, c.session(), out);
                out.putOptionalText(c.owner());
                out.put(c.connected());
            }
            case Close c -> tag(c.keepsGrants() ? CLOSE_KEEPING : CLOSE, c.session(), out);
            case Touch c -> tag(TOUCH, c.session(), out);
            case Started c -> {
                process(STARTED, c.member(), c.incarnation(), out);
                out.putCount(c.downtimeNanos());
                out.putCount(c.fenceFloor());
            }
            case Lost c -> lost(c, out);
            case StateMemory c -> {
                out.put(STATE_MEMORY);
                out.putText(c.member());
                out.putCount(c.bytesMax());
            }
            case Drain c -> {
                process(DRAIN, c.member(), c.incarnation(), out);
                out.put(c.closeSessions());
            }
            case Configure c -> {
                out.put(CONFIGURE);
                SettingsCodec.encode(c.settings(), out);
            }
            case RaiseFormat c -> {
                out.put(RAISE_FORMAT);
                out.putCount(c.format());
            }
            case Acquire c -> {
                tag(ACQUIRE, c, out);
                out.putCount(c.limit());
                out.putCount(c.waitNanos());
                grantWish(c.ttlNanos(), c.salt(), c.owner(), out);
            }
            case Enqueue c -> {
                tag(ENQUEUE, c, out);
                out.putCount(c.limit());
                grantWish(c.ttlNanos(), c.salt(), c.owner(), out);
            }
            case Await c -> {
                tag(AWAIT, c, out);
                out.putCount(c.waitNanos());
            }
            case Release c -> {
                tag(RELEASE, c, out);
                token(c.token(), out);
            }
            case Renew c -> {
                tag(RENEW, c, out);
                token(c.token(), out);
                out.putCount(c.ttlNanos());
            }
            case Abandon c -> abandon(c, out);
            case PoolsCommand<?> c -> PoolsCodec.encode(c, out);
            case ClaimsCommand<?> c -> ClaimsCodec.encode(c, out);
            case EntitiesCommand<?> c -> EntitiesCodec.encode(c, out);
            case NodesCommand<?> c -> NodesCodec.encode(c, out);
            case ResourceCommand<?> c -> resource(c, out);
        }
    }

    private static void resource(ResourceCommand<?> command, ByteWriter out) {
        switch (command) {
            case Break c -> onResource(BREAK, c.name(), c.fence(), c.reason(), out);
            case CancelWait c -> onResource(CANCEL_WAIT, c.name(), c.waiter(), c.reason(), out);
        }
    }

    private static void onResource(
            int tag, ResourceName name, long number, String reason, ByteWriter out) {
        out.put(tag);
        name(name, out);
        out.putCount(number);
        out.putText(reason);
    }

    private static void lost(Lost lost, ByteWriter out) {
        process(LOST, lost.member(), lost.incarnation(), out);
        if (out.format() >= Format.THIRD) {
            out.putCount(lost.term());
            out.putLong(lost.undeliveredSinceNanos());
        }
    }

    static Command<?> decode(ByteReader in) {
        int tag = in.get();
        return switch (tag) {
            case OPEN -> new Open(session(in), in.getOptionalText(), in.getFlag());
            case CLOSE -> new Close(session(in));
            case CLOSE_KEEPING -> new Close(session(in), true);
            case TOUCH -> new Touch(session(in));
            case STARTED -> new Started(in.getText(), in.getLong(), in.getCount(), in.getCount());
            case LOST ->
                in.format() >= Format.THIRD
                        ? new Lost(in.getText(), in.getLong(), in.getCount(), in.getLong())
                        : new Lost(in.getText(), in.getLong());
            case STATE_MEMORY -> new StateMemory(in.getText(), in.getCount());
            case DRAIN -> new Drain(in.getText(), in.getLong(), in.getFlag());
            case CONFIGURE -> new Configure(SettingsCodec.decode(in));
            case RAISE_FORMAT -> new RaiseFormat(in.getInt(Integer.MAX_VALUE));
            case ACQUIRE ->
                new Acquire(
                        name(in),
                        in.getOne(KINDS),
                        session(in),
                        in.getInt(Integer.MAX_VALUE),
                        in.getCount(),
                        in.getCount(),
                        in.getLong(),
                        in.getOptionalText());
            case ENQUEUE ->
                new Enqueue(
                        name(in),
                        in.getOne(KINDS),
                        session(in),
                        in.getInt(Integer.MAX_VALUE),
                        in.getCount(),
                        in.getLong(),
                        in.getOptionalText());
            case AWAIT -> new Await(name(in), in.getOne(KINDS), session(in), in.getCount());
            case RELEASE -> new Release(name(in), in.getOne(KINDS), session(in), token(in));
            case RENEW ->
                new Renew(name(in), in.getOne(KINDS), session(in), token(in), in.getCount());
            case ABANDON -> abandon(in);
            case BREAK -> new Break(anyName(in), in.getCount(), in.getText());
            case CANCEL_WAIT -> new CancelWait(anyName(in), in.getCount(), in.getText());
            case PoolsCodec.PUT,
                    PoolsCodec.DELETE,
                    PoolsCodec.BORROW,
                    PoolsCodec.RETURN,
                    PoolsCodec.ABANDON -> PoolsCodec.decode(tag, in);
            case ClaimsCodec.CREATE, ClaimsCodec.TAKE, ClaimsCodec.PROLONG, ClaimsCodec.MOVE ->
                ClaimsCodec.decode(tag, in);
            case EntitiesCodec.ACQUIRE,
                    EntitiesCodec.EXTEND,
                    EntitiesCodec.RELEASE,
                    EntitiesCodec.WRITE,
                    EntitiesCodec.REPORT,
                    EntitiesCodec.CLEAR_FAULTS,
                    EntitiesCodec.REGISTER,
                    EntitiesCodec.REMOVE,
                    EntitiesCodec.MANIFEST -> EntitiesCodec.decode(tag, in);
            // The bytes are untyped, so the tag may be unknown.
            default -> {
                if (tag < NodesCodec.WRITE || tag > NodesCodec.BIND) {
                    throw in.malformed("command " + tag + " is unknown");
                }
                yield NodesCodec.decode(tag, in);
            }
        };
    }

    private static void abandon(Abandon c, ByteWriter out) {
        tag(ABANDON, c, out);
        CallBytes.origin(c.call(), out);
        Token granted = c.granted();
        out.put(granted != null);
        if (granted != null) {
            token(granted, out);
        }
        CallBytes.optionalRequest(c.request(), out);
    }

    private static Abandon abandon(ByteReader in) {
        ResourceName name = name(in);
        KeyKind kind = in.getOne(KINDS);
        SessionId session = session(in);
        Origin call = CallBytes.origin(in);
        Token granted = in.getFlag() ? token(in) : null;
        RequestId request = CallBytes.optionalRequest(in);
        return new Abandon(name, kind, session, call, granted, request);
    }

    private static void tag(int tag, SessionId session, ByteWriter out) {
        out.put(tag);
        out.putLong(session.high());
        out.putLong(session.low());
    }

    private static void tag(int tag, LocksCommand<?> command, ByteWriter out) {
        out.put(tag);
        name(command.name(), out);
        out.putCount(command.kind().ordinal());
        out.putLong(command.session().high());
        out.putLong(command.session().low());
    }

    private static void process(int tag, String member, long incarnation, ByteWriter out) {
        out.put(tag);
        out.putText(member);
        out.putLong(incarnation);
    }

    private static void grantWish(
            long ttlNanos, long salt, @Nullable String owner, ByteWriter out) {
        out.putCount(ttlNanos);
        out.putLong(salt);
        out.putOptionalText(owner);
    }

    private static void token(Token token, ByteWriter out) {
        out.putLong(token.fence());
        out.putLong(token.salt());
    }

    private static void name(ResourceName name, ByteWriter out) {
        out.putText(name.tenant());
        out.putCount(name.space().ordinal());
        out.putText(name.key());
    }

    private static ResourceName anyName(ByteReader in) {
        return new ResourceName(in.getText(), in.getOne(SPACES), in.getText());
    }

    private static ResourceName name(ByteReader in) {
        ResourceName name = anyName(in);
        if (name.space() != Space.LOCKS) {
            throw in.malformed("a locks command names another space");
        }
        return name;
    }

    private static SessionId session(ByteReader in) {
        return new SessionId(in.getLong(), in.getLong());
    }

    private static Token token(ByteReader in) {
        return new Token(in.getLong(), in.getLong());
    }
}
