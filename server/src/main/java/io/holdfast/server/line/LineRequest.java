package io.holdfast.server.line;

import io.holdfast.core.command.LocksCommand;

/** What three lines ask for. */
sealed interface LineRequest {

    /** Something about a key. */
    record OnKey(LocksCommand command) implements LineRequest {

        /** Whether it may have to wait in line. */
        boolean waits() {
            return command instanceof LocksCommand.Acquire acquire && acquire.waitNanos() > 0
                    || command instanceof LocksCommand.Await await && await.waitNanos() > 0;
        }
    }

    /** Asks whether anybody is there. */
    record Ping() implements LineRequest {}

    record Stats() implements LineRequest {}

    /** A name of the client's own, which other servers of the protocol need and we do not. */
    record StableRef() implements LineRequest {}

    /** A secret, which has no place in a text. */
    record Auth(byte[] secret) implements LineRequest {

        @Override
        public String toString() {
            return "Auth[***]";
        }
    }

    /** Not a request, though the next lines may be one. */
    record Bad() implements LineRequest {}

    /** A browser that was sent here by some page: what follows must not be taken for requests. */
    record Http() implements LineRequest {}

    LineRequest PING = new Ping();
    LineRequest STATS = new Stats();
    LineRequest STABLE_REF = new StableRef();
    LineRequest BAD = new Bad();
    LineRequest HTTP = new Http();
}
