package io.holdfast.server.auth;

import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/** An authenticator's result. */
public sealed interface Decision {

    /**
     * The principal is authenticated.
     *
     * @param holds tells how long a connection may cache the principal for the same bearer token;
     *     {@link Holds#ONCE} if the decision depends on anything but the token
     */
    record Admitted(Principal principal, Holds holds) implements Decision {

        /** Valid for this request only; the next one is authenticated again. */
        public Admitted(Principal principal) {
            this(principal, Holds.ONCE);
        }
    }

    /**
     * This authenticator recognizes the credential, which is invalid.
     *
     * @param why for the audit log and, without secrets, for the client
     */
    record Refused(String why) implements Decision {}

    /** This authenticator does not recognize the credential; the next one is called. */
    record NotMine() implements Decision {}

    /**
     * This authenticator recognizes the credential but cannot check it now, for example because the
     * token issuer does not answer. The client is not at fault and may retry.
     *
     * @param why as of a refusal
     */
    record Unavailable(String why, long retrySeconds) implements Decision {}

    /**
     * The decision follows asynchronously. The stage completes on any thread, never with another
     * Later.
     */
    record Later(CompletionStage<Decision> decision) implements Decision {}

    /** Whether a decision is still valid. Called for every request, so it must be cheap. */
    @FunctionalInterface
    interface Holds {

        /** For one request only. */
        Holds ONCE = () -> false;

        /** As long as the server runs. */
        Holds ALWAYS = () -> true;

        boolean still();

        /** Returns whether each request, if it carries the credential, is authenticated again. */
        default boolean isOnce() {
            return this == ONCE;
        }

        /** Returns whether the credential has become invalid: revoked, expired or removed. */
        default boolean isOver() {
            return this != ONCE && !still();
        }

        /**
         * For one request, or for a connection that authenticates once, while the condition is
         * true.
         */
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
