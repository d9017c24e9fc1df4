package io.holdfast.bench.events;

import io.holdfast.bench.servers.Subject;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** Clients that follow events as fast as they can and do nothing with them. */
final class EventReaders implements AutoCloseable {

    private static final int BUFFER_BYTES = 64 << 10;

    private final List<EventStream> streams = new ArrayList<>();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final AtomicInteger ended = new AtomicInteger();

    /** @param queryOf the filter of each reader */
    EventReaders(Subject subject, int count, IntFunction<String> queryOf) throws IOException {
        try {
            for (int i = 0; i < count; i++) {
                EventStream stream = new EventStream(subject, queryOf.apply(i));
                streams.add(stream);
                Thread.ofPlatform().daemon().name("event-reader").start(() -> read(stream));
            }
        } catch (IOException failure) {
            close();
            throw failure;
        }
    }

    private void read(EventStream stream) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            while (stream.drop(buffer)) {
                // The next piece follows.
            }
        } catch (IOException gone) {
            // Counted below, unless the benchmark closed it.
        }
        if (!closing.get()) {
            ended.incrementAndGet();
        }
    }

    /** Returns how many streams the server has ended, because their reader was too slow. */
    int ended() {
        return ended.get();
    }

    @Override
    public void close() throws IOException {
        closing.set(true);
        for (EventStream stream : streams) {
            stream.close();
        }
    }
}
