package io.holdfast.log.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Map;
import org.apache.ratis.server.leader.FollowerInfo;
import org.junit.jupiter.api.Test;

/** Tests what a leader remembers of its followers' logs. */
final class AppendersTest {

    @Test
    void followerIsNotCreditedWithACommittedEntryThatItHasNotAcknowledged() {
        assertThat(Appenders.storedOf(follower(12494, 12000), 12495)).isEqualTo(12494);
    }

    @Test
    void followerIsCreditedWithWhatItCommitted() {
        assertThat(Appenders.storedOf(follower(12495, 12000), 12490)).isEqualTo(12490);
    }

    @Test
    void followerIsCreditedWithTheSnapshotThatItInstalled() {
        assertThat(Appenders.storedOf(follower(0, 700), 700)).isEqualTo(700);
    }

    @Test
    void heartbeatThatAFollowerRejectsLeadsBackToTheEndOfItsLog() {
        assertThat(PromptAppender.nextIndexAfter(-1, 27350)).isEqualTo(27350);
    }

    @Test
    void entryThatAFollowerRejectsAndAsksForAgainLeadsOneEntryFurtherBack() {
        assertThat(PromptAppender.nextIndexAfter(27350, 27350)).isEqualTo(27349);
        assertThat(PromptAppender.nextIndexAfter(0, 0)).isZero();
    }

    private static FollowerInfo follower(long matchIndex, long snapshotIndex) {
        Map<String, Long> answers =
                Map.of("getMatchIndex", matchIndex, "getSnapshotIndex", snapshotIndex);
        return (FollowerInfo) Proxy.newProxyInstance(
                FollowerInfo.class.getClassLoader(),
                new Class<?>[] {FollowerInfo.class},
                (proxy, method, arguments) -> answers.get(method.getName()));
    }
}
