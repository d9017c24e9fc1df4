package io.holdfast.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.net.ByteBudget.Reason;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

final class ByteBudgetTest {

    private static final long MEBIBYTE = 1 << 20;
    private static final InetAddress PROXY = InetAddress.ofLiteral("192.0.2.1");

    private final ByteBudget budget =
            new ByteBudget(new BudgetSizes(8 * MEBIBYTE, MEBIBYTE), PROXY::equals);

    private Holding holding(String address) {
        return new Holding(budget, InetAddress.ofLiteral(address));
    }

    @Test
    void totalIsQuarterOfHeapOrHalfOfDirectMemory() {
        BudgetSizes byHeap = BudgetSizes.of(256 * MEBIBYTE, 256 * MEBIBYTE, 0, 0);
        BudgetSizes byDirect = BudgetSizes.of(256 * MEBIBYTE, 64 * MEBIBYTE, 0, 0);

        assertThat(byHeap).isEqualTo(new BudgetSizes(64 * MEBIBYTE, 4 * MEBIBYTE));
        assertThat(byDirect.totalBytes()).isEqualTo(32 * MEBIBYTE);
        assertThat(BudgetSizes.of(256 * MEBIBYTE, 256 * MEBIBYTE, 4 * MEBIBYTE, MEBIBYTE))
                .isEqualTo(new BudgetSizes(4 * MEBIBYTE, MEBIBYTE));
        assertThat(byHeap.connectionsPerAddress(false)).isEqualTo(512);
        assertThat(byHeap.connectionsPerAddress(true)).isLessThan(512).isPositive();
    }

    @Test
    void smallRequestIsCoveredByItsConnection() {
        Holding small = holding("192.0.2.7");

        assertThat(small.holds(4_096, true)).isTrue();

        assertThat(budget.heldBytes()).isZero();
    }

    @Test
    void addressShareCoversAllItsConnections() {
        Holding one = holding("192.0.2.7");
        Holding two = holding("192.0.2.7");
        Holding other = holding("192.0.2.8");
        assertThat(one.holds(MEBIBYTE * 3 / 4, true)).isTrue();

        assertThat(two.holds(MEBIBYTE / 2, true)).isFalse();
        assertThat(other.holds(MEBIBYTE / 2, true)).isTrue();
        assertThat(budget.refusals(Reason.ADDRESS)).isEqualTo(1);

        one.end();
        assertThat(two.holds(MEBIBYTE / 2, true)).isTrue();
    }

    @Test
    void ipv6NetworkCountsAsOneAddress() {
        assertThat(holding("2001:db8::1").holds(MEBIBYTE * 3 / 4, true)).isTrue();

        assertThat(holding("2001:db8::ffff:2").holds(MEBIBYTE / 2, true)).isFalse();
        assertThat(holding("2001:db8:0:1::1").holds(MEBIBYTE / 2, true)).isTrue();
    }

    @Test
    void budgetIsReservedForAuthenticatedClientsAndNewConnections() {
        int strangers = 0;
        while (holding("198.51.100." + strangers).holds(MEBIBYTE / 2, false)) {
            strangers++;
        }
        int known = 0;
        while (holding("203.0.113." + known).holds(MEBIBYTE / 2, true)) {
            known++;
        }

        assertThat(strangers).isEqualTo(4);
        assertThat(known).isEqualTo(4);
        assertThat(budget.refusals(Reason.TOTAL)).isEqualTo(2);
        assertThat(budget.enter(ByteBudget.CONNECTION_BYTES)).isTrue();
    }

    @Test
    void identifiedClientBehindProxyIsChargedItself() {
        Holding one = new Holding(budget, PROXY);
        Holding two = new Holding(budget, PROXY);
        assertThat(one.holds(2 * MEBIBYTE, true)).as("a proxy stands for many").isTrue();
        assertThat(one.holds(MEBIBYTE * 3 / 4, true)).isTrue();

        one.chargeTo(InetAddress.ofLiteral("192.0.2.7"));
        two.chargeTo(InetAddress.ofLiteral("192.0.2.7"));

        assertThat(two.holds(MEBIBYTE / 2, true)).isFalse();
    }

    @Test
    void closedConnectionsLeaveNoShares() {
        Holding one = new Holding(budget, PROXY);
        Holding two = holding("192.0.2.7");
        one.holds(MEBIBYTE / 2, true);
        two.holds(MEBIBYTE / 2, true);
        one.chargeTo(InetAddress.ofLiteral("192.0.2.7"));

        one.end();
        two.end();

        assertThat(budget.shares()).isZero();
        assertThat(budget.heldBytes()).isZero();
    }
}
