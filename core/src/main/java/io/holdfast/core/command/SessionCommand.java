package io.holdfast.core.command;

import org.jspecify.annotations.Nullable;

/** Commands about sessions: the identity that holds and waits. */
public sealed interface SessionCommand extends Command {

    /**
     * Opens a session under an id that the edge minted.
     *
     * @param owner a name to show, never a credential
     * @param connected true where one connection of one node is the session: it then never idles
     *     out, and ends with the incarnation of the node that serves it
     */
    record Open(SessionId session, @Nullable String owner, boolean connected)
            implements SessionCommand {}

    /**
     * Ends a session and everything that it waits for, in one step.
     *
     * @param keepsGrants whether what it holds runs to the end of its leases, whatever the settings
     *     say; the formats before the third cannot say that
     */
    record Close(SessionId session, boolean keepsGrants) implements SessionCommand {

        /** Ends it as the settings say. */
        public Close(SessionId session) {
            this(session, false);
        }

        @Override
        public Command in(int writtenFormat) {
            return keepsGrants && writtenFormat < Format.THIRD ? new Close(session) : this;
        }
    }

    /** Says that the session's client was heard from, where no other command says it. */
    record Touch(SessionId session) implements SessionCommand {}
}
