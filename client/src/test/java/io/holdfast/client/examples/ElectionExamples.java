package io.holdfast.client.examples;

import io.holdfast.client.Holdfast;
import io.holdfast.client.Lease;
import io.holdfast.client.Loss;

import java.util.function.Consumer;

/** Leader election. */
final class ElectionExamples {

    private final Consumer<String> log;

    ElectionExamples(Consumer<String> log) {
        this.log = log;
    }

    Holdfast election(String address) {
        // @start region="election"
        Holdfast client = Holdfast.connect(address);
        client.election("billing")
                .onElected(lease -> startWork(lease))
                .onLost(loss -> stopWork(loss))
                .start();
        // @end
        return client;
    }

    private void startWork(Lease lease) {
        log.accept("elected for " + lease.key());
    }

    private void stopWork(Loss loss) {
        log.accept("lost: " + loss.reason());
    }
}
