package io.holdfast.spring.examples;

import java.util.concurrent.CountDownLatch;
import org.springframework.stereotype.Component;

/** Lets a test look at the application while it works on the invoice with the id slow. */
@Component
public class Pause {

    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    void beforeWriting(String id) throws InterruptedException {
        if (id.equals("slow")) {
            reached.countDown();
            ended.await();
        }
    }

    /** Waits until the work on the slow invoice has begun. */
    public void awaitReached() throws InterruptedException {
        reached.await();
    }

    /** Lets the work on the slow invoice continue. */
    public void end() {
        ended.countDown();
    }
}
