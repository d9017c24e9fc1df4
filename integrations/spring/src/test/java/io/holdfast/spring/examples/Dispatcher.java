package io.holdfast.spring.examples;

import io.holdfast.spring.HoldfastLeaderContext;

import org.springframework.context.event.EventListener;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;
import org.springframework.stereotype.Component;

/** Works while this instance is the leader. */
@Component
public class Dispatcher {

    private final Ledger ledger;

    /** Creates the dispatcher. */
    public Dispatcher(Ledger ledger) {
        this.ledger = ledger;
    }

    // @start region="leader"
    @EventListener
    void granted(OnGrantedEvent event) {
        HoldfastLeaderContext leadership = (HoldfastLeaderContext) event.getContext();
        startWork(leadership.fence());
    }

    @EventListener
    void revoked(OnRevokedEvent event) {
        stopWork();
    }

    // @end

    private void startWork(long fence) {
        ledger.leader("granted " + fence);
    }

    private void stopWork() {
        ledger.leader("revoked");
    }
}
