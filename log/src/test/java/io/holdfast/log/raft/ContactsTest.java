package io.holdfast.log.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.log.Contact;
import io.holdfast.log.LostMember;
import io.holdfast.log.engine.FakeClock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.protocol.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The leader's record of when it last answered each member. */
final class ContactsTest {

    private static final long BASE_NANOS = 1_000;
    private static final long MARGIN_NANOS = 500_000_000L;

    private final FakeClock clock = new FakeClock();
    private final Contacts contacts = new Contacts(clock);

    @BeforeEach
    void begin() {
        contacts.alive(List.of(new MemberProcess("n2", 7, 1)));
        contacts.begin(3, BASE_NANOS);
        contacts.confirm(3);
    }

    @Test
    void liveProcessIsAnsweredWithTheTerm() {
        assertThat(contacts.heard("n2", 7)).isEqualTo(3);
    }

    @Test
    void unknownProcessHasNoContact() {
        assertThat(contacts.heard("n2", 6)).isEqualTo(Contacts.NOT_COUNTED);
        assertThat(contacts.heard("n3", 7)).isEqualTo(Contacts.NOT_COUNTED);
    }

    @Test
    void unconfirmedTermGivesNoContactAndPassesNothingOn() {
        contacts.begin(4, BASE_NANOS);
        assertThat(contacts.heard("n2", 7)).isEqualTo(Contacts.NOT_COUNTED);
        assertThat(contacts.lose("n2", 7)).isEqualTo(new LostMember(4, MemberCommand.Lost.NOTHING));
    }

    @Test
    void memberThatNeverLedGivesNoContact() {
        Contacts none = new Contacts(clock);
        none.alive(List.of(new MemberProcess("n2", 7, 1)));
        assertThat(none.heard("n2", 7)).isEqualTo(Contacts.NOT_COUNTED);
    }

    @Test
    void lostProcessCannotHaveDeliveredTwoSecondsAndAMarginAfterItWasHeard() {
        clock.pass(4, TimeUnit.SECONDS);
        contacts.heard("n2", 7);
        clock.pass(10, TimeUnit.SECONDS);
        long heardNanos = BASE_NANOS + TimeUnit.SECONDS.toNanos(4);
        assertThat(contacts.lose("n2", 7))
                .isEqualTo(new LostMember(3, heardNanos + Contact.FRESH_NANOS + MARGIN_NANOS));
    }

    @Test
    void processThatWasNeverHeardInTheTermCannotHaveDeliveredGrantsOfIt() {
        assertThat(contacts.lose("n2", 7)).isEqualTo(new LostMember(3, BASE_NANOS + 1));
    }

    @Test
    void lostProcessHasNoContactInTheSameTerm() {
        contacts.heard("n2", 7);
        LostMember first = contacts.lose("n2", 7);
        clock.pass(1, TimeUnit.SECONDS);
        assertThat(contacts.heard("n2", 7)).isEqualTo(Contacts.NOT_COUNTED);
        assertThat(contacts.lose("n2", 7)).isEqualTo(first);
    }

    @Test
    void newProcessWaitsUntilItsPredecessorIsDeclaredLost() {
        assertThat(contacts.waits("n2", 7)).isFalse();
        assertThat(contacts.waits("n3", 8)).isFalse();
        assertThat(contacts.waits("n2", 8)).isTrue();
        assertThat(contacts.isReplaced("n2", 7)).isTrue();
        contacts.alive(List.of());
        assertThat(contacts.waits("n2", 8)).isFalse();
    }

    @Test
    void newTermForgetsEarlierMessages() {
        contacts.heard("n2", 7);
        contacts.begin(4, 9_000);
        contacts.confirm(4);
        assertThat(contacts.lose("n2", 7)).isEqualTo(new LostMember(4, 9_001));
    }

    @Test
    void contactMessageReadsBackAndIsNotAnEntry() {
        ContactMessage message = new ContactMessage("n-2", 1_700_000_000_123L);
        assertThat(ContactMessage.is(message.getContent())).isTrue();
        assertThat(ContactMessage.read(message.getContent())).isEqualTo(message);
    }

    @Test
    void answerOfAnEarlierReleaseNamesNoTerm() {
        assertThat(ContactMessage.term(Message.EMPTY)).isEqualTo(Contacts.NOT_COUNTED);
        assertThat(ContactMessage.term(ContactMessage.answer(Contacts.NOT_COUNTED)))
                .isEqualTo(Contacts.NOT_COUNTED);
        assertThat(ContactMessage.term(ContactMessage.answer(12))).isEqualTo(12);
    }
}
