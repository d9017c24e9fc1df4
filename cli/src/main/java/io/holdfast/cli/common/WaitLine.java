package io.holdfast.cli.common;

import io.holdfast.client.Holdfast;
import io.holdfast.client.HoldfastException;
import io.holdfast.client.json.Json;
import io.holdfast.client.json.JsonException;
import io.holdfast.client.json.JsonObject;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One line at the terminal while a command waits: the place in the queue, the estimate if the
 * server makes one, and the elapsed time.
 */
public final class WaitLine implements AutoCloseable {

    private static final String CLEAR = "\r\u001b[K";
    private static final long TICK_MILLIS = 1000;

    /** A wait that is shorter than this shows nothing. */
    private static final long QUIET_MILLIS = 400;

    private final Holdfast client;
    private final String path;
    private final String subject;
    private final String owner;
    private final PrintStream err;
    private final Instant since = Instant.now();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread thread;
    private boolean shown;

    /**
     * Starts to show the line.
     *
     * @param path the resource's path in the resources API
     * @param subject what is waited for
     * @param owner the name under which this command waits
     */
    public WaitLine(Holdfast client, String path, String subject, String owner, PrintStream err) {
        this.client = client;
        this.path = path;
        this.subject = subject;
        this.owner = owner;
        this.err = err;
        this.thread = Thread.ofPlatform().daemon().name("wait-line").start(this::show);
    }

    private void show() {
        try {
            Thread.sleep(QUIET_MILLIS);
            while (true) {
                String text = text(resource());
                synchronized (this) {
                    if (closed.get()) {
                        return;
                    }
                    if (isInForeground()) {
                        err.print(CLEAR + text);
                        err.flush();
                        shown = true;
                    }
                }
                Thread.sleep(TICK_MILLIS);
            }
        } catch (InterruptedException e) {
            // The wait is over.
        }
    }

    /** Returns false for a background job, whose line would stand between others' output. */
    private static boolean isInForeground() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            // The process group, and the foreground group of the terminal.
            return fields[2].equals(fields[5]);
        } catch (IOException e) {
            return true;
        }
    }

    private @Nullable JsonObject resource() {
        try {
            return Json.object(client.http().send("GET", path, null).body());
        } catch (HoldfastException | JsonException e) {
            return null;
        }
    }

    private String text(@Nullable JsonObject resource) {
        StringBuilder text = new StringBuilder("waiting for ").append(subject);
        if (resource != null) {
            List<JsonObject> queue = resource.objects("queue");
            List<JsonObject> mine = queue.stream()
                    .filter(row -> owner.equals(row.textOrNull("owner")))
                    .toList();
            if (!mine.isEmpty()) {
                JsonObject last = mine.getLast();
                text.append(": position ").append(last.number("position", 0));
                Double typical = last.object("estimate_s").decimal("typical");
                if (typical != null) {
                    text.append(", about ").append(Durations.text(seconds(typical)));
                }
            }
            resource.objects("holders").stream()
                    .findFirst()
                    .ifPresent(holder -> text.append(", held by ")
                            .append(Style.safe(holder.text("owner", "another client"))));
        }
        return text.append(", ")
                .append(Durations.text(Duration.between(since, Instant.now())))
                .append(" elapsed")
                .toString();
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    /** Removes the line. */
    @Override
    public void close() {
        closed.set(true);
        thread.interrupt();
        synchronized (this) {
            if (shown) {
                err.print(CLEAR);
                err.flush();
            }
        }
    }
}
