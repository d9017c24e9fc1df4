package io.holdfast.core.command;

import io.holdfast.core.outcome.SessionOutcome;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.SessionId;

import org.jspecify.annotations.Nullable;

/** Commands for sessions. A session is the identity that holds grants and waits. */
public sealed interface SessionCommand<O extends SessionOutcome> extends Command<O> {

    /**
     * Opens a session with an id that the edge generated.
     *
     * @param owner a display name, never a credential
     * @param connected true if the session is one connection of one member. It then never idles
     *     out, and ends with the process of the member that serves it
     */
    record Open(SessionId session, @Nullable String owner, boolean connected)
            implements SessionCommand<SessionOutcome.Open> {}

    /**
     * Ends a session and all of its waits in one step.
     *
     * @param keepsGrants true if its grants last until their leases expire, regardless of the
     *     settings; formats before the third do not support it
     */
    record Close(SessionId session, boolean keepsGrants)
            implements SessionCommand<SessionOutcome.Change> {

        /** Ends the session according to the settings. */
        public Close(SessionId session) {
            this(session, false);
        }

        @Override
        public Command<SessionOutcome.Change> in(int writtenFormat) {
            return keepsGrants && writtenFormat < Format.THIRD ? new Close(session) : this;
        }
    }

    /** Records that the session's client was heard from, if no other command does. */
    record Touch(SessionId session) implements SessionCommand<SessionOutcome.Change> {}
}
