package io.holdfast.log;

import io.holdfast.core.ledger.MemberProcess;

import java.util.List;

/** Allows a member to deliver grants, and a leader to pass on a lost member's undelivered ones. */
public interface LeaderContact {

    /** The newest message of this member that a leader answered; {@link Contact#NONE} initially. */
    Contact newest();

    /** Sends the leader a message; once it is answered, {@link #newest} returns it. */
    void seek(long incarnation);

    /**
     * Registers a listener for changes of {@link #newest}; called on any thread, must not block.
     */
    void onChange(Runnable listener);

    /**
     * Sets the processes that are alive according to the applied entries. While this member leads,
     * only their messages get an answer that counts as contact.
     */
    void alive(List<MemberProcess> lives);

    /** Returns whether a newer process of the same member waits to start; asked by the leader. */
    boolean isReplaced(MemberProcess life);

    /** Declares a process lost; called by the leader. From now on that process gets no contact. */
    LostMember lose(MemberProcess life);
}
