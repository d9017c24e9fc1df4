package io.holdfast.client;

import io.holdfast.client.http.Failures;
import io.holdfast.client.http.Reply;
import io.holdfast.client.http.Request;
import io.holdfast.client.http.Transport;
import io.holdfast.client.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows events and passes them to a listener, one after the other, on a thread of its own. After
 * a break it continues at the next member, after the last event that it has seen.
 *
 * <p>For example: {@snippet file="ResourceExamples.java" region="events"}
 */
public final class EventStream implements AutoCloseable {

    /** The server sends a comment every 15 seconds, so a longer silence is a broken connection. */
    private static final long SILENCE_NANOS_MAX = TimeUnit.SECONDS.toNanos(45);

    private static final long PAUSE_MILLIS = 500;

    private final ClientContext context;
    private final EventFilter filter;
    private final Consumer<Event> listener;
    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    private final Thread thread;
    private volatile @Nullable String lastId;
    private volatile boolean closed;
    private volatile @Nullable InputStream body;
    private volatile long heardNanos;

    private EventStream(ClientContext context, EventFilter filter, Consumer<Event> listener) {
        this.context = context;
        this.filter = filter;
        this.listener = listener;
        this.lastId = filter.after();
        this.thread = new Thread(this::run, "holdfast-events");
        thread.setDaemon(true);
    }

    /** Opens a stream; returns when no later event can be missed. */
    static EventStream open(ClientContext context, EventFilter filter, Consumer<Event> listener) {
        context.checkOpen();
        EventStream stream = new EventStream(context, filter, listener);
        stream.thread.start();
        try {
            stream.opened.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof HoldfastException refused) {
                throw refused;
            }
            throw e;
        }
        context.onClose(stream);
        return stream;
    }

    /** Returns the id of the last event that the listener got, or null. */
    public @Nullable String lastId() {
        return lastId;
    }

    private void run() {
        int member = transport().current();
        long deadlineNanos = context.nanos() + transport().requestNanosMax();
        while (!closed) {
            String problem = follow(member);
            if (!opened.isDone() && context.nanos() >= deadlineNanos) {
                opened.completeExceptionally(
                        new HoldfastException(HoldfastException.UNAVAILABLE, 0, problem));
            }
            if (opened.isCompletedExceptionally()) {
                return;
            }
            member = (member + 1) % transport().members();
            pause();
        }
    }

    private void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            // Closed, or else the next member is tried a little earlier.
        }
    }

    /** Reads from one member until the stream ends, and returns why it did. */
    private String follow(int member) {
        try {
            Request request = Request.get("/v1/events" + filter.text());
            String last = lastId;
            HttpResponse<InputStream> response = transport()
                    .open(last == null ? request : request.with("Last-Event-ID", last), member);
            try (InputStream in = response.body()) {
                body = in;
                if (response.statusCode() != 200) {
                    return refused(response);
                }
                read(in, last);
                return transport().member(member) + " ended the stream";
            }
        } catch (IOException e) {
            return Failures.text(transport().member(member), e);
        } catch (InterruptedException e) {
            return "closed";
        }
    }

    private String refused(HttpResponse<InputStream> response) throws IOException {
        int status = response.statusCode();
        Reply reply = new Reply(status, response.headers(), Bodies.text(response.body()), 0, 1);
        if (status < 500 && status != 429) {
            opened.completeExceptionally(ClientContext.failure(reply));
        }
        return reply.detail();
    }

    private void read(InputStream in, @Nullable String resumedAfter) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        heardNanos = context.nanos();
        watch(in);
        // The stream begins with a comment: from there on no event is missed.
        lines.readLine();
        begin(resumedAfter);
        String id = "";
        String kind = "";
        String data = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            heardNanos = context.nanos();
            if (line.startsWith("id: ")) {
                id = line.substring(4);
            } else if (line.startsWith("event: ")) {
                kind = line.substring(7);
            } else if (line.startsWith("data: ")) {
                data = line.substring(6);
            } else if (line.isEmpty() && !data.isEmpty()) {
                deliver(id, kind, data);
                id = "";
                kind = "";
                data = "";
            }
        }
    }

    /** Without an id to continue from, events may be missing after a break. */
    private void begin(@Nullable String resumedAfter) {
        if (!opened.complete(null) && resumedAfter == null) {
            tell(Event.gap("the stream was interrupted before its first event"));
        }
    }

    private void deliver(String id, String kind, String data) {
        if (kind.equals("stopping") || kind.equals("too_slow")) {
            return;
        }
        tell(Event.of(id, kind, Json.object(data)));
        if (!id.isEmpty()) {
            lastId = id;
        }
    }

    private void tell(Event event) {
        try {
            listener.accept(event);
        } catch (RuntimeException e) {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }

    private void watch(InputStream in) {
        transport()
                .loop()
                .schedule(
                        () -> {
                            if (closed || body != in) {
                                return;
                            }
                            if (context.nanos() - heardNanos > SILENCE_NANOS_MAX) {
                                context.work(() -> closeQuietly(in));
                            } else {
                                watch(in);
                            }
                        },
                        SILENCE_NANOS_MAX / 3);
    }

    private static void closeQuietly(InputStream in) {
        try {
            in.close();
        } catch (IOException e) {
            // It is of no use any more.
        }
    }

    private Transport transport() {
        return context.transport();
    }

    /** Ends the stream. The listener may still be running, but is not called again. */
    @Override
    public void close() {
        closed = true;
        context.forget(this);
        InputStream open = body;
        if (open != null) {
            closeQuietly(open);
        }
        thread.interrupt();
    }
}
