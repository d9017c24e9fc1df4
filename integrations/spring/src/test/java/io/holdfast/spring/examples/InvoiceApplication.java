package io.holdfast.spring.examples;

import io.holdfast.client.Loss;
import io.holdfast.spring.LockObserver;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** An application whose instances share locks and elect a leader. */
@SpringBootApplication
public class InvoiceApplication {

    // @start region="loss"
    @Bean
    LockObserver lossReporter(Ledger ledger) {
        return new LockObserver() {
            @Override
            public void lost(Loss loss) {
                ledger.leader("lost " + loss.lease().key() + ": " + loss.detail());
            }
        };
    }
    // @end
}
