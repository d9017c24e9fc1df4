package io.holdfast.server.edge;

import io.holdfast.core.value.Estimate;
import io.holdfast.core.value.QueueWait;
import io.holdfast.server.http.Exchange;

import java.math.BigDecimal;

/**
 * Tells a client how long it will wait, in headers, because bodies belong to the APIs that existing
 * clients know.
 */
public final class WaitHeaders {

    private static final long RETRY_SECONDS_MAX = 3_600;

    private WaitHeaders() {}

    /** Adds the position in the queue and the estimate, as far as they are known. */
    public static void queued(Exchange exchange, QueueWait wait) {
        if (wait.position() > 0) {
            exchange.header("Holdfast-Position", Integer.toString(wait.position()));
        }
        estimate(exchange, wait.estimate());
    }

    /** Adds when a retry is likely to succeed, if that is known. */
    public static void retry(Exchange exchange, Estimate estimate) {
        if (estimate.known()) {
            long seconds = Math.ceilDiv(estimate.typicalMillis(), 1_000);
            long retry = Math.clamp(seconds, 1, RETRY_SECONDS_MAX);
            exchange.header("Retry-After", Long.toString(retry));
            estimate(exchange, estimate);
        }
    }

    private static void estimate(Exchange exchange, Estimate estimate) {
        if (estimate.known()) {
            exchange.header(
                    "Holdfast-Estimated-Wait",
                    seconds(estimate.typicalMillis())
                            + ";low=" + seconds(estimate.lowMillis())
                            + ";high=" + seconds(estimate.highMillis()));
        }
    }

    private static String seconds(long millis) {
        return BigDecimal.valueOf(millis, 3).toPlainString();
    }
}
