package io.holdfast.server.locks;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.http.BodySource;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import io.holdfast.server.http.Route;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** An exchange without a connection, whose client the test disconnects. */
final class FakeExchange implements Exchange {

    private static final byte[] NOTHING = {};

    private final @Nullable String key;
    private @Nullable Runnable onHangUp;
    private @Nullable Runnable onInputEnded;
    private int status;
    private boolean losing;
    private boolean open = true;

    /** @param key the Idempotency-Key, or null */
    FakeExchange(@Nullable String key) {
        this.key = key;
    }

    /** Makes later replies get lost on the way. */
    void loseReplies() {
        losing = true;
    }

    /** Disconnects the client. A reply that it has received stays received. */
    void hangUp() {
        open = false;
        if (status == 0 && onHangUp != null) {
            onHangUp.run();
        }
    }

    /** Ends the client's input; whether it still reads is unknown. */
    void endInput() {
        if (status == 0 && onInputEnded != null) {
            onInputEnded.run();
        }
    }

    /** Returns the status that the client received, or 0. */
    int status() {
        return status;
    }

    @Override
    public String method() {
        return "POST";
    }

    @Override
    public @Nullable Route route() {
        return null;
    }

    @Override
    public String rawPath() {
        return "/v1/locks/k";
    }

    @Override
    public String pathParameter(int position) {
        return "k";
    }

    @Override
    public @Nullable String query(String name) {
        return null;
    }

    @Override
    public List<String> queryNames() {
        return List.of();
    }

    @Override
    public String rawQuery() {
        return "";
    }

    @Override
    public String authority() {
        return "localhost";
    }

    @Override
    public @Nullable String header(String name) {
        return name.equals("Idempotency-Key") ? key : null;
    }

    @Override
    public byte[] body() {
        return NOTHING;
    }

    @Override
    public void denied(String why) {}

    @Override
    public String clientAddress() {
        return remoteAddress();
    }

    @Override
    public String remoteAddress() {
        return "127.0.0.1";
    }

    @Override
    public Principal principal() {
        return Principal.ANYONE;
    }

    @Override
    public Actor actor() {
        return new Actor("", "test", "127.0.0.1");
    }

    @Override
    public Exchange header(String name, String value) {
        return this;
    }

    @Override
    public void reply(int replied, byte[] json) {
        if (!losing && open) {
            status = replied;
        }
    }

    @Override
    public void reply(int replied, String contentType, byte[] body) {
        reply(replied, body);
    }

    @Override
    public void stream(int newStatus, String contentType, BodySource source) {
        throw new UnsupportedOperationException("nothing of this contract is streamed");
    }

    @Override
    public void replyEmpty(int replied) {
        reply(replied, NOTHING);
    }

    @Override
    public void refuse(Problem problem, @Nullable String detail) {
        reply(problem.status(), NOTHING);
    }

    @Override
    public boolean isRepeated(String name) {
        return false;
    }

    @Override
    public void onInputEnded(Runnable action) {
        onInputEnded = action;
    }

    @Override
    public void drop() {
        hangUp();
    }

    @Override
    public void onHangUp(Runnable action) {
        onHangUp = action;
        if (!open && status == 0) {
            action.run();
        }
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public Executor loop() {
        return Runnable::run;
    }

    @Override
    public void refuse(Outcome.Shared outcome, String text) {
        replyEmpty(503);
    }

    @Override
    public void onLoop(Runnable task) {
        task.run();
    }
}
