package io.holdfast.log;

import io.holdfast.core.ledger.MemberProcess;

import java.util.List;

/** What lets a member deliver grants, and a leader pass on what a lost member did not deliver. */
public interface LeaderContact {

    /** The newest message of this member that a leader answered; {@link Contact#NONE} at first. */
    Contact newest();

    /** Sends the leader a message that {@link #newest} shows when it is answered. */
    void seek(long incarnation);

    /** Is run whenever {@link #newest} has changed, on any thread; must not block. */
    void onChange(Runnable listener);

    /**
     * Tells which processes are alive by everything applied so far. While this member leads, only
     * they are answered in a way that counts as contact.
     */
    void alive(List<MemberProcess> lives);

    /** Whether a newer process of the same member waits, while this member leads, to begin. */
    boolean isReplaced(MemberProcess life);

    /** Declares a process lost, while this member leads: from now on it has no contact. */
    LostMember lose(MemberProcess life);
}
