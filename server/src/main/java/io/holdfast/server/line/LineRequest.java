package io.holdfast.server.line;

import io.holdfast.core.command.LocksCommand;

/** A decoded request. */
sealed interface LineRequest {

    /** A request for a key. */
    record OnKey(LocksCommand.OfClient<?> command) implements LineRequest {

        /** Returns whether the request may have to wait in the queue. */
        boolean waits() {
            return command instanceof LocksCommand.Acquire acquire && acquire.waitNanos() > 0
                    || command instanceof LocksCommand.Await await && await.waitNanos() > 0;
        }
    }

    /** A check that the server is alive. */
    record Ping() implements LineRequest {}

    record Stats() implements LineRequest {}

    /** A name chosen by the client. Other servers of the protocol need it; Holdfast does not. */
    record StableRef() implements LineRequest {}

    /** A secret, which must not appear in text. */
    record Auth(byte[] secret) implements LineRequest {

        @Override
        public String toString() {
            return "Auth[***]";
        }
    }

    /** An invalid request; the following lines may be valid. */
    record Bad() implements LineRequest {}

    /**
     * An HTTP request, perhaps from a browser that a web page directed here. The following lines
     * must not be read as requests.
     */
    record Http() implements LineRequest {}

    LineRequest PING = new Ping();
    LineRequest STATS = new Stats();
    LineRequest STABLE_REF = new StableRef();
    LineRequest BAD = new Bad();
    LineRequest HTTP = new Http();
}
