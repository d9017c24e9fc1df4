package io.holdfast.log.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.holdfast.log.Clock;
import io.holdfast.log.PeerProblems;
import io.holdfast.log.PeerProblems.Problem;
import io.holdfast.log.PeerProblems.Reason;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The problems that members detect from each other's names and clusters. */
final class PeerWatchTest {

    private static final UUID OURS = new UUID(1, 1);
    private static final UUID OTHER = new UUID(2, 2);
    private static final PeerAddress ADDRESS = new PeerAddress("h2", 7000);

    private static PeerWatch.Self self(@Nullable UUID cluster, boolean join) {
        return new PeerWatch.Self(
                "n1",
                new PeerAddress("h1", 7000),
                join,
                () -> cluster,
                Map::of,
                () -> cluster == null ? Set.of() : Set.of("n1", "n2"));
    }

    private static @Nullable PeerFailure judged(
            @Nullable UUID own, boolean join, String name, @Nullable UUID theirs) {
        return PeerWatch.judge(
                self(own, join), "n2", ADDRESS, new PeerHello(name, "h2:7000", theirs, ""));
    }

    private static PeerFailure problem(
            @Nullable UUID own, boolean join, String name, @Nullable UUID theirs) {
        PeerFailure failure = judged(own, join, name, theirs);
        if (failure == null) {
            throw new AssertionError("there is no problem");
        }
        return failure;
    }

    @Test
    void membersOfOneClusterWorkTogether() {
        assertThat(judged(OURS, false, "n2", OURS)).isNull();
        assertThat(judged(null, false, "n2", null)).isNull();
        assertThat(judged(null, true, "n2", OURS)).isNull();
    }

    @Test
    void otherClusterIsReportedWithBothIds() {
        PeerFailure failure = problem(OURS, false, "n2", OTHER);
        assertThat(failure.reason()).isEqualTo(Reason.OTHER_CLUSTER);
        assertThat(failure.text()).contains(OURS.toString()).contains(OTHER.toString());
    }

    @Test
    void wrongNameIsReportedWithBothNames() {
        PeerFailure failure = problem(OURS, false, "n3", OURS);
        assertThat(failure.reason()).isEqualTo(Reason.WRONG_NAME);
        assertThat(failure.text()).contains("is called n3, not n2");
    }

    @Test
    void emptyDirectoryHasToBeReplaced() {
        PeerFailure own = problem(null, false, "n2", OURS);
        assertThat(own.reason()).isEqualTo(Reason.EMPTY_DIRECTORY);
        assertThat(own.text()).contains("holdfast cluster replace n1");
        PeerFailure theirs = problem(OURS, false, "n2", null);
        assertThat(theirs.reason()).isEqualTo(Reason.EMPTY_DIRECTORY);
        assertThat(theirs.text()).contains("holdfast cluster replace n2");
    }

    @Test
    void problemOfAMomentIsNotReportedAfterAnotherOne() {
        PeerWatch.Found found = new PeerWatch.Found();
        assertThat(found.lasts(Reason.REFUSED)).isFalse();
        assertThat(found.lasts(Reason.REFUSED)).isTrue();
        assertThat(found.lasts(Reason.EMPTY_DIRECTORY)).isFalse();
        found.clear();
        assertThat(found.isAny()).isFalse();
        assertThat(found.lasts(Reason.EMPTY_DIRECTORY)).isFalse();
        assertThat(found.lasts(Reason.EMPTY_DIRECTORY)).isTrue();
    }

    @Test
    void memberReportsAWrongRequestOfAPeer() {
        PeerProblems problems = new PeerProblems(Clock.SYSTEM);
        try (PeerWatch watch = new PeerWatch(Clock.SYSTEM, problems, self(OURS, false), null)) {
            PeerHello answer = watch.answer(new PeerHello("n3", "h3:7000", OTHER, "n1"));
            assertThat(answer).isEqualTo(new PeerHello("n1", "h1:7000", OURS, ""));
            watch.answer(new PeerHello("n2", "h2:7000", OURS, "n9"));
            assertThat(problems.all())
                    .extracting(Problem::peer, Problem::reason)
                    .containsExactly(
                            tuple("n2 at h2:7000", Reason.WRONG_NAME),
                            tuple("n3 at h3:7000", Reason.OTHER_CLUSTER));
        }
    }

    @Test
    void unknownPeersAreLimited() {
        PeerProblems problems = new PeerProblems(Clock.SYSTEM);
        try (PeerWatch watch = new PeerWatch(Clock.SYSTEM, problems, self(OURS, false), null)) {
            for (int i = 0; i < 100; i++) {
                watch.answer(new PeerHello("x" + i, "h:1", OTHER, "n1"));
            }
            assertThat(problems.all()).hasSize(16);
        }
    }

    @Test
    void helloReadsBack() {
        PeerHello hello = new PeerHello("n1", "[::1]:7000", OURS, "n2");
        assertThat(PeerHello.parse(hello.text())).isEqualTo(hello);
        PeerHello empty = new PeerHello("n1", "h:7000", null, "");
        assertThat(PeerHello.parse(empty.text() + "later=build\n")).isEqualTo(empty);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "node=a b\naddress=h:1",
                "node=n1\naddress=h:1\ncluster=x",
                "node=n1\\u000ax\naddress=h:1",
                "node=n1\naddress=\\u0007",
                "node=n1\naddress=h:1\nto=a b"
            })
    void malformedHelloIsRejected(String text) {
        assertThatThrownBy(() -> PeerHello.parse(text))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
