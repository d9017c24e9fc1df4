package io.holdfast.spring.examples;

import io.holdfast.spring.HoldfastLock;
import io.holdfast.spring.HoldfastLockRegistry;
import java.util.concurrent.TimeUnit;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Books each invoice under its lock. */
@RestController
public class Invoices {

    private final HoldfastLockRegistry locks;
    private final Ledger ledger;
    private final Pause pause;

    /** Creates the controller. */
    public Invoices(HoldfastLockRegistry locks, Ledger ledger, Pause pause) {
        this.locks = locks;
        this.ledger = ledger;
        this.pause = pause;
    }

    // @start region="lock"
    @PostMapping("/book")
    String book(@RequestParam("id") String id) throws InterruptedException {
        HoldfastLock lock = locks.obtain("invoice-" + id);
        if (!lock.tryLock(10, TimeUnit.SECONDS)) {
            return "another instance books it";
        }
        try {
            pause.beforeWriting(id);
            ledger.write(id, lock.fence());
            return "booked";
        } finally {
            lock.unlock();
        }
    }
    // @end
}
