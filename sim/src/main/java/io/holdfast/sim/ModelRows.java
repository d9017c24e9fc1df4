package io.holdfast.sim;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Token;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of the model. */
final class ModelRows {

    static final long NEVER = Long.MAX_VALUE;

    private ModelRows() {}

    static final class Client {
        final SessionId id;
        final String address;
        /** The connection of the session; null if it is not one. */
        final @Nullable Origin connection;

        long overNanos = NEVER;

        Client(SessionId id, String address, @Nullable Origin connection) {
            this.id = id;
            this.address = address;
            this.connection = connection;
        }
    }

    static final class Key {
        final ResourceName name;
        final KeyKind kind;
        final int limit;
        final List<Hold> holds = new ArrayList<>();
        final List<Wait> line = new ArrayList<>();
        long forgetNanos = NEVER;

        Key(ResourceName name, KeyKind kind, int limit) {
            this.name = name;
            this.kind = kind;
            this.limit = limit;
        }
    }

    static final class Hold {
        final Key key;
        final Client client;
        final Token token;
        final int slot;
        long ttlNanos;
        long endNanos;

        Hold(Key key, Client client, Token token, int slot, long ttlNanos) {
            this.key = key;
            this.client = client;
            this.token = token;
            this.slot = slot;
            this.ttlNanos = ttlNanos;
        }
    }

    static final class Wait {
        final Key key;
        final Client client;
        final long salt;
        final long ttlNanos;
        /** The waiting call; null if a place waits to be collected. */
        @Nullable
        Origin call;

        @Nullable
        Answer answer;

        long endNanos = NEVER;

        Wait(Key key, Client client, long salt, long ttlNanos) {
            this.key = key;
            this.client = client;
            this.salt = salt;
            this.ttlNanos = ttlNanos;
        }
    }

    /** An enqueued request before its await: waiting, granted, or expired. */
    static final class Place {
        final Client client;
        final Key key;
        final Origin enqueue;

        @Nullable
        Wait wait;

        @Nullable
        Hold hold;

        long forgetNanos = NEVER;

        Place(Client client, Key key, Origin enqueue) {
            this.client = client;
            this.key = key;
            this.enqueue = enqueue;
        }
    }

    static final class Answer {
        final RequestId request;
        final List<Origin> joined = new ArrayList<>();

        @Nullable
        Outcome outcome;

        boolean shared;
        long forgetNanos = NEVER;

        Answer(RequestId request) {
            this.request = request;
        }
    }
}
