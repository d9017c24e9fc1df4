package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A line protocol connection. Requests may be sent while others wait; replies come in the same
 * order. A reply must have exactly the fields that the strictest client expects.
 */
final class LineParty implements Party {

    private static final Pattern GRANT =
            Pattern.compile("(ok|acquired) ([0-9a-f]{32}) ([1-9][0-9]*)");
    private static final Pattern RENEWAL = Pattern.compile("ok ([1-9][0-9]*)");
    private static final Pattern ERROR = Pattern.compile("error_([a-z_]+)");

    /** A sent request whose reply is pending. */
    private record Asked(Ask ask, CompletableFuture<Answer> answer) {}

    private final LineClient client;
    private final TestServer server;
    private final Queue<Asked> asked = new ArrayDeque<>();

    LineParty(TestServer server) {
        this.server = server;
        this.client = server.connect().waitsForEver();
        Thread.ofVirtual().name("line-party").start(this::read);
    }

    @Override
    public CompletableFuture<Answer> start(Ask ask) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        synchronized (asked) {
            asked.add(new Asked(ask, answer));
            client.request(command(ask), ask.key(), argument(ask));
        }
        return answer;
    }

    private static String command(Ask ask) {
        String letter = switch (ask.verb()) {
            case ACQUIRE -> "l";
            case RELEASE -> "r";
            case RENEW -> "n";
            case ENQUEUE -> "e";
            case WAIT -> "w";
        };
        return ask.ofLock() ? letter : "s" + letter;
    }

    private static String argument(Ask ask) {
        String limit = ask.ofLock() ? "" : " " + ask.limit();
        String lease = ask.leaseSeconds() == 0 ? "" : " " + ask.leaseSeconds();
        return switch (ask.verb()) {
            case ACQUIRE -> ask.timeoutSeconds() + limit + lease;
            case ENQUEUE -> (limit + lease).strip();
            case WAIT -> String.valueOf(ask.timeoutSeconds());
            case RELEASE -> ask.token();
            case RENEW -> ask.token() + lease;
        };
    }

    private void read() {
        try {
            for (String line = client.lineOrEnd(); line != null; line = client.lineOrEnd()) {
                answer(line);
            }
        } catch (UncheckedIOException | AssertionError e) {
            fail(e);
            return;
        }
        fail(new AssertionError("the server closed instead of replying"));
    }

    private void answer(String line) {
        Asked next = next();
        if (next == null) {
            throw new AssertionError("a reply to nothing: " + line);
        }
        try {
            next.answer().complete(parse(next.ask(), line));
        } catch (AssertionError e) {
            next.answer().completeExceptionally(e);
        }
    }

    private @Nullable Asked next() {
        synchronized (asked) {
            return asked.poll();
        }
    }

    private void fail(Throwable why) {
        for (Asked next = next(); next != null; next = next()) {
            next.answer().completeExceptionally(why);
        }
    }

    private static Answer parse(Ask ask, String line) {
        Matcher error = ERROR.matcher(line);
        if (error.matches()) {
            return Answer.of(error.group(1), line);
        }
        return switch (ask.verb()) {
            case RELEASE -> line.equals("error") ? notHeld(line) : word(line, "ok");
            case RENEW -> line.equals("error") ? notHeld(line) : renewal(line);
            case ACQUIRE, WAIT -> grant(line, "ok", "timeout");
            case ENQUEUE -> grant(line, "acquired", "queued");
        };
    }

    private static Answer grant(String line, String granted, String otherwise) {
        Matcher grant = GRANT.matcher(line);
        if (grant.matches()) {
            assertThat(grant.group(1)).as(line).isEqualTo(granted);
            return new Answer(granted, grant.group(2), Long.parseLong(grant.group(3)), line);
        }
        return word(line, otherwise);
    }

    /** A bare {@code error} to a release or renewal means that the token is not held. */
    private static Answer notHeld(String line) {
        return Answer.of("not_held", line);
    }

    private static Answer renewal(String line) {
        Matcher renewal = RENEWAL.matcher(line);
        assertThat(renewal.matches()).as(line).isTrue();
        return new Answer("ok", "", Long.parseLong(renewal.group(1)), line);
    }

    private static Answer word(String line, String expected) {
        assertThat(line).isEqualTo(expected);
        return Answer.of(line, line);
    }

    @Override
    public void leave() {
        long ended = server.connectionsEnded();
        client.close();
        server.awaitConnectionsEnded(ended + 1);
    }

    @Override
    public void close() {
        client.close();
    }
}
