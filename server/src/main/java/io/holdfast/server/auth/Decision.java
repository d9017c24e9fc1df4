package io.holdfast.server.auth;

import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/** What an authenticator makes of what was presented. */
public sealed interface Decision {

    /**
     * It is this one.
     *
     * @param holds says how long the same bearer token may be taken for the same principal without
     *     asking again, as one connection does; {@link Holds#ONCE} wherever anything but the token
     *     had a part in it
     */
    record Admitted(Principal principal, Holds holds) implements Decision {

        /** It is this one, now; the next request is asked about again. */
        public Admitted(Principal principal) {
            this(principal, Holds.ONCE);
        }
    }

    /**
     * It is meant for this authenticator, and is not good.
     *
     * @param why for the audit log and, without secrets, for the client
     */
    record Refused(String why) implements Decision {}

    /** Nothing that this authenticator knows was presented; another may be asked. */
    record NotMine() implements Decision {}

    /**
     * It is meant for this authenticator, which cannot tell now, such as while the issuer of tokens
     * does not answer. That is no fault of the client's: it may ask again.
     *
     * @param why as of a refusal
     */
    record Unavailable(String why, long retrySeconds) implements Decision {}

    /** It takes time, and is known then. The stage ends on any thread, with no other such stage. */
    record Later(CompletionStage<Decision> decision) implements Decision {}

    /** Whether what was decided would be decided again. Asked at every request: must be cheap. */
    @FunctionalInterface
    interface Holds {

        /** For the one request alone. */
        Holds ONCE = () -> false;

        /** For as long as the server runs. */
        Holds ALWAYS = () -> true;

        boolean still();

        /** Whether the next request is asked about again, where requests bring what they show. */
        default boolean isOnce() {
            return this == ONCE;
        }

        /** Whether what was admitted has lost its credential since: revoked, expired, shut out. */
        default boolean isOver() {
            return this != ONCE && !still();
        }

        /** For one request, or for a connection that shows it once, while that is so. */
        static Holds onceWhile(BooleanSupplier still) {
            return new Holds() {
                @Override
                public boolean still() {
                    return still.getAsBoolean();
                }

                @Override
                public boolean isOnce() {
                    return true;
                }
            };
        }
    }

    Decision NOT_MINE = new NotMine();
}
