package io.holdfast.server.events;

import io.holdfast.core.event.Event;
import io.holdfast.server.auth.Role;
import io.holdfast.server.http.BodySource;
import io.holdfast.server.http.Exchange;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One reader of the events. It holds no events of its own: the buffer keeps them for all readers.
 * The stream of a reader that falls behind the whole buffer ends with a message. Everything runs on
 * the event loop of the connection, except where a method says otherwise.
 */
final class EventStream implements BodySource {

    private static final int PIECE_BYTES_MAX = 32 << 10;

    /** How many events a reader looks at before other connections of its loop have a turn. */
    private static final int LOOKS_MAX = 2_000;

    private static final long KEEP_ALIVE_SECONDS = 15;

    private final EventBuffer buffer;
    private final EventFilter filter;
    private final Exchange exchange;
    private final Runnable waker = this::wake;
    private final AtomicBoolean woken = new AtomicBoolean();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private long next;

    /** Events up to this place were delivered by an earlier connection; null after it. */
    private @Nullable EventId seen;

    /** The leader when the stream began, or of the last message. */
    private EventBuffer.@Nullable Leader told;

    private @Nullable Taker taker;
    private boolean ended;

    EventStream(EventBuffer buffer, EventFilter filter, Exchange exchange) {
        this.buffer = buffer;
        this.filter = filter;
        this.exchange = exchange;
    }

    /** @param last the last event that the client has; null to begin with the next event */
    void begin(@Nullable EventId last) {
        EventText.keepAlive(out);
        told = buffer.leader();
        if (last == null) {
            next = buffer.end();
        } else {
            resume(last);
        }
        buffer.add(waker);
        exchange.onHangUp(() -> buffer.remove(waker));
        exchange.stream(200, "text/event-stream", this);
        keepAliveLater();
    }

    private void resume(EventId last) {
        next = buffer.begin();
        EventBuffer.Entry oldest = buffer.get(next);
        boolean foreign = buffer.isForeign(last);
        if (foreign || oldest == null || oldest.isAfter(last)) {
            EventText.note(
                    out,
                    "gap",
                    "events after " + last.index() + "." + last.offset()
                            + " are no longer in this member's buffer; some may be missing");
        }
        seen = foreign ? null : last;
    }

    @Override
    public void next(Taker asking) {
        taker = asking;
        give();
    }

    /** Gives the client what there is. */
    private void give() {
        Taker waiting = taker;
        if (waiting == null) {
            return;
        }
        read();
        if (out.size() == 0) {
            return;
        }
        byte[] piece = out.toByteArray();
        out.reset();
        taker = null;
        if (ended) {
            buffer.remove(waker);
            waiting.last(piece);
        } else {
            waiting.piece(piece);
        }
    }

    /** Renders the next events. */
    private void read() {
        tellLeader();
        int looks = 0;
        while (next < buffer.end() && out.size() < PIECE_BYTES_MAX) {
            EventBuffer.Entry entry = buffer.get(next);
            if (entry == null) {
                fallenBehind();
                return;
            }
            next++;
            add(entry);
            looks++;
            if (looks == LOOKS_MAX) {
                wake();
                return;
            }
        }
        if (buffer.isDraining()) {
            end("stopping", "the server stops; reconnect with Last-Event-ID");
        }
    }

    /** Of several changes since the last turn, the reader gets the last. */
    private void tellLeader() {
        EventBuffer.Leader now = buffer.leader();
        if (now != null && now != told) {
            told = now;
            if (filter.letsLeader()) {
                EventText.leader(out, now, exchange.principal().is(Role.OPERATOR));
            }
        }
    }

    private void fallenBehind() {
        if (seen == null) {
            end("too_slow", "this reader was too slow and missed events; reconnect");
        } else {
            // Still on its way to the place where it resumes: it begins anew with the oldest event.
            resume(seen);
            wake();
        }
    }

    /** Ends the stream with a message. */
    private void end(String kind, String detail) {
        EventText.note(out, kind, detail);
        ended = true;
    }

    private void add(EventBuffer.Entry entry) {
        EventId before = seen;
        if (before != null && !entry.isAfter(before)) {
            return;
        }
        seen = null;
        Event event = entry.event();
        if (event == null) {
            EventText.note(
                    out,
                    "gap",
                    "this member received a snapshot up to entry " + entry.index()
                            + "; the events before it are missing");
            return;
        }
        EventKind kind = EventKind.of(event);
        if (kind != null && filter.lets(event, kind)) {
            EventText.write(out, entry, event, kind.text());
        }
    }

    /** Schedules a turn on the loop, unless one is scheduled; any thread. */
    private void wake() {
        if (woken.compareAndSet(false, true)) {
            exchange.loop().execute(() -> {
                woken.set(false);
                give();
            });
        }
    }

    private void keepAliveLater() {
        if (exchange.loop() instanceof ScheduledExecutorService timer) {
            timer.schedule(this::keepAlive, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private void keepAlive() {
        if (exchange.isOpen() && !ended) {
            // A client that does not read has not even got the line before.
            if (out.size() == 0) {
                EventText.keepAlive(out);
            }
            give();
            keepAliveLater();
        }
    }
}
