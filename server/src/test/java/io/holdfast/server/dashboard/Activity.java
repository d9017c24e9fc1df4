package io.holdfast.server.dashboard;

import io.holdfast.server.Caller;
import io.holdfast.server.Client;
import io.holdfast.server.Reply;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients of every API that keep a server busy, so that pages and pictures show real data. */
final class Activity implements AutoCloseable {

    /** Committed pictures show several minutes. */
    private static final int BUSY_GRANTS = System.getProperty("rewrite") != null ? 900 : 40;

    private final RealServer server;
    private final Client client;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger grants = new AtomicInteger();
    private final CountDownLatch busy = new CountDownLatch(1);
    private volatile boolean ended;

    private Activity(RealServer server) {
        this.server = server;
        this.client = server.client();
    }

    static Activity on(RealServer server) {
        Activity self = new Activity(server);
        self.holdForLong();
        self.claim();
        self.lend();
        self.lockEntities();
        self.makeWork();
        self.overrule();
        for (String owner :
                List.of("ann@ci-runner-4", "bob@ci-runner-1", "carla@laptop", "deploy-bot@argo")) {
            self.work(owner, List.of("deploy/production"), 2_500);
        }
        for (String owner : List.of("api-7f9c", "api-b21d", "worker-eu-1", "worker-us-1")) {
            self.work(owner, List.of("invoice/40801", "invoice/40802", "invoice/40807"), 700);
        }
        for (String owner : List.of("etl-nightly", "etl-hourly", "backfill-2026-11")) {
            self.work(owner, List.of("warehouse/orders", "warehouse/customers"), 4_000);
        }
        return self;
    }

    private void holdForLong() {
        server.hold("leader/scheduler", "scheduler-0");
        server.hold("cron/nightly-report", "cron@db-1");
        server.hold("terraform/prod-network", "carla@laptop");
        server.queue("terraform/prod-network", "ann@ci-runner-4");
    }

    private void claim() {
        for (int i = 0; i < 6; i++) {
            String resource = i % 2 == 0 ? "sequencer-3" : "hpc/partition-a";
            client.post(
                    "/v1/claims/",
                    "{\"resource\":\"" + resource + "\",\"ttl\":600,\"user_data\":{\"host\":\"blade"
                            + i + "\"}}");
        }
        client.ask("PATCH", "/v1/claims/1/", "{\"status\":\"released\"}");
        client.ask("PATCH", "/v1/claims/6/", "{\"status\":\"withdrawn\"}");
    }

    private void lend() {
        int[] counts = {8, 24, 3};
        for (int i = 0; i < counts.length; i++) {
            String pool = "/l/" + new UUID(0x9f1c2e7a5b3d4c8eL, 0x8000000000000000L + i);
            client.ask("PUT", pool, "{\"count\":" + counts[i] + "}");
            for (int lent = 0; lent < counts[i] * 2 / 3; lent++) {
                client.post(pool + "/borrow", "{\"ttl\":600}");
            }
        }
    }

    private void lockEntities() {
        client.post(
                "/api/v1/components/arm/locks",
                "{\"lock_expiration\":3000,\"scopes\":[\"configurations\",\"data\"]}",
                "X-Client-Id",
                "alice");
    }

    private void makeWork() {
        for (String id : List.of("task-rotate-keys", "task-fix-flaky-test", "task-restore-drill")) {
            client.post(
                    "/v1/nodes",
                    "{\"id\":\"" + id + "\",\"type\":\"task\",\"title\":\"" + id.substring(5)
                            + "\",\"summary\":\"s\",\"date\":\"2026-11-02\"}",
                    "Authorization",
                    "Bearer jo");
        }
        client.post("/v1/nodes/task-rotate-keys/claim", "{}", "Authorization", "Bearer sam");
    }

    /** Does what the audit log keeps. */
    private void overrule() {
        RealServer.Held held = server.hold("migration/orders", "ann@ci-runner-4");
        for (long fence : List.of(held.fence(), 1L)) {
            client.ask(
                    "DELETE",
                    "/v1/resources/locks/migration%2Forders/holders/" + fence,
                    "{\"reason\":\"the job hangs since 14:02\"}");
        }
        client.ask("DELETE", "/v1/admin/owners/backfill-2025/grants?reason=left+the+team", "");
    }

    /** Takes turns on the keys with other owners. */
    private void work(String owner, List<String> keys, int holdMillis) {
        threads.add(Thread.ofVirtual().unstarted(() -> {
            Random random = new Random(owner.hashCode());
            Caller session = client.session();
            while (!ended) {
                String key = RealServer.encoded(keys.get(random.nextInt(keys.size())));
                Reply reply = session.post(
                        "locks/" + key,
                        "{\"acquire_timeout_s\":20,\"lease_ttl_s\":30}",
                        "X-Holdfast-Owner",
                        owner);
                if (reply.status() != 200 || !reply.json().has("token")) {
                    continue;
                }
                if (grants.incrementAndGet() == BUSY_GRANTS) {
                    busy.countDown();
                }
                rest(holdMillis / 2 + random.nextInt(holdMillis));
                session.release(key, reply.token());
                rest(random.nextInt(400));
            }
        }));
        Thread worker = threads.getLast();
        // The end of the test interrupts a wait, which is no failure.
        worker.setUncaughtExceptionHandler((thread, failure) -> {
            if (!ended) {
                failure.printStackTrace();
            }
        });
        worker.start();
    }

    /** A client that works on what it holds. */
    private void rest(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            ended = true;
        }
    }

    /** Waits until so much has happened that a picture shows it. */
    void awaitBusy() {
        try {
            if (!busy.await(10, TimeUnit.MINUTES)) {
                throw new AssertionError("only " + grants + " grants");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        ended = true;
        threads.forEach(Thread::interrupt);
    }
}
