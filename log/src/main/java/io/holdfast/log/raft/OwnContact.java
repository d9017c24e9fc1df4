package io.holdfast.log.raft;

import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.log.Contact;
import io.holdfast.log.LeaderContact;
import io.holdfast.log.LostMember;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** This member's contact with the leader, which may be itself. Any thread. */
final class OwnContact implements LeaderContact {

    private final String node;
    private final Contacts contacts;
    private final AtomicReference<Contact> newest = new AtomicReference<>(Contact.NONE);
    private volatile Runnable listener = () -> {};
    private volatile Consumer<ContactMessage> sender = message -> {};

    /** @param contacts the other members' contacts with this one, while it leads */
    OwnContact(String node, Contacts contacts) {
        this.node = node;
        this.contacts = contacts;
    }

    void sendBy(Consumer<ContactMessage> way) {
        sender = way;
    }

    /** Records the answer to a message of this process. */
    void answered(long incarnation, long term, long sentNanos) {
        if (term != Contacts.NOT_COUNTED) {
            newest.accumulateAndGet(new Contact(incarnation, term, sentNanos), Contact::or);
            listener.run();
        }
    }

    @Override
    public Contact newest() {
        return newest.get();
    }

    @Override
    public void seek(long incarnation) {
        sender.accept(new ContactMessage(node, incarnation));
    }

    @Override
    public void onChange(Runnable changed) {
        listener = changed;
    }

    @Override
    public void alive(List<MemberProcess> lives) {
        contacts.alive(lives);
    }

    @Override
    public boolean isReplaced(MemberProcess life) {
        return contacts.isReplaced(life.member(), life.incarnation());
    }

    @Override
    public LostMember lose(MemberProcess life) {
        return contacts.lose(life.member(), life.incarnation());
    }
}
