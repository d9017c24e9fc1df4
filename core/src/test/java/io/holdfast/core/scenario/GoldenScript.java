package io.holdfast.core.scenario;

import io.holdfast.core.command.Batch;

import java.util.List;

/** A fixed history that contains everything that a log and a snapshot can contain. */
public final class GoldenScript {

    private static final String TEXT = """
            configure ttl 20s idle 30s key-idle 40s keys 50 ledger 100s ledger-max 20
            started n2 floor 4096
            open alice owner alice-of-billing address 10.0.0.7
            open bob address 10.0.0.7 id open-bob
            open tcp connected via n2
            open gone
            open h\u00e9l\u00e8ne owner \u00fcn\u00efcode
            acquire orders by alice ttl 500s id r1 as a1
            acquire orders by bob wait 300s id r2 as b1
            acquire orders by bob wait 300s id r2 via n2 as b2
            acquire orders by tcp wait 9223372036s via n2
            enqueue orders by h\u00e9l\u00e8ne ttl 7s id r3
            acquire pool limit 3 by alice as p1
            acquire pool limit 3 by bob ttl 400s as p2
            acquire pool limit 3 by alice owner borrowed as p3
            acquire pool limit 3 by alice wait 1ms as p4
            at 1s release pool semaphore by alice token p1
            at 2s renew pool semaphore by bob token p2 ttl 450s id r4
            acquire pool limit 2 by alice id r5 as mismatch
            acquire pool limit 3 by alice id r1 body 9 as reused
            release pool semaphore by bob token none id r6
            enqueue lapses by alice ttl 3s as lapsing
            enqueue held by gone ttl 200s as left-behind
            enqueue orders by alice as a-place
            await orders by alice wait 100s id r7 as a-await
            at 6s configure release-on-close off waiters 10
            close gone
            enqueue mine by bob ttl 90s as b-place
            await nothing by bob id r8
            abandon p4
            acquire brief by tcp ttl 1s via n2 as t1
            touch bob
            at 10s renew mine by bob token b-place
            jump 3s
            started n3
            acquire orders by alice wait 50s via n3 as drained
            drain n3 via n3
            acquire orders by alice wait 50s via n3 as lost
            lost n3
            touch alice
            put gpus count 2
            put shrunk count 3
            put gone-pool count 1
            borrow gpus ttl 300s id r9 as g1
            borrow gpus ttl 200s as g2
            borrow gpus ttl 100s wait 250s id r10 as g3
            borrow gpus ttl 100s wait 250s via n2 as g4
            borrow shrunk ttl 400s as h1
            borrow shrunk ttl 1ms as h2
            borrow shrunk ttl 400s as h3
            at 14s put shrunk count 1 id r11
            return shrunk lease h1
            return shrunk lease h1 id r12
            borrow gone-pool as i1
            delete gone-pool
            delete gone-pool id r13
            put limited-pool count 9 limited
            abandon g4
            claim sample-7 ttl 100s data {"host":"blade1"} by alice id c1
            claim sample-7 ttl 50s by bob
            claim sample-7 ttl 5s tenant other
            claim run-1 ttl 2s data [1,2.50] id c2
            claim run-2
            move 4 to released id c3
            prolong 3 ttl 40s id c4
            move 2 to active id c5
            claim sample-7
            move 4 to released id c6
            move 5 to withdrawn
            configure grace 2s keep 1000s kept 5 live 50 data-max 200 data-total 4000
            jump 3s
            claim run-3 data null
            configure max-seconds 500 component-scopes operations app-breakable off
            manifest areas/front components/arm<front apps/grip<arm edition 7
            manifest components/gone components/arm<front edition 8 and-more
            manifest apps/grip<arm requires data,logs breakable on max 900 edition 8
            register functions/sort owner Sorting value {"hosted_by":["grip"]} id e1
            register apps/extra in arm
            register apps/extra id e2
            lock components/arm by alice for 400s scopes data,data,modes id e3
            lock components/arm by bob for 400s id e4
            lock apps/grip by bob for 900s
            lock components/gone by alice for 1s
            extend apps/grip by bob nr 2 for 600s
            write apps/extra of data key speed value 12 by alice
            write apps/extra of bulk-data key maps/one value m\u00e4p
            write apps/extra of bulk-data key maps/two value 2 by bob
            erase apps/extra of bulk-data key maps/two
            write apps/extra of data key speed value 13 by bob id e5
            report apps/grip code E17 value {"severity":"error"}
            report apps/extra code E18 value {} id e6
            clear-faults by bob
            write apps/extra of cyclic-subscriptions key s value 1
            clear apps/extra of cyclic-subscriptions
            register components/arm tenant other
            lock components/arm by carol for 300s tenant other
            unregister components/arm tenant other
            lock apps/extra by carol for 100s breaking
            unlock apps/extra by carol nr 4
            manifest areas/front components/arm<front edition 9
            jump 2s
            configure claim-ttl 60s claim-ttl-max 300s reserve 1000s nodes 100 texts 5000
            compose task-a by ann data one priority p1 project web id w1
            compose task-b by ann edges blocks>task-a,relates-to>task-later
            compose art-c type artifact edges resolves>task-b status in-review by bob
            take task-a by ann session s1 nonce n1 id w2
            take task-a by bob id w3
            join task-a edge relates-to to task-b value k:v id w4
            part task-b edge relates-to to task-later
            mark task-b status active by bob id w5
            mark task-a priority p3 by bob
            stretch task-a ttl 100s by ann
            take task-b by bob
            park task-b by bob session s2
            compose agent-x edges owned-by>person-ann by ann agent agent-y
            mint agent-x ttl 1000s by ann digest 3
            bind x session r1 digest 3
            compose task-a version 8 by bob data two
            compose issue-d edges answers>task-x,supersedes>task-b by carl
            take issue-d by carl
            hand-back issue-d by carl id w6
            configure tenant-keys 500 tenant-bytes 90000
            configure quota-of other tenant-leases 2 tenant-waiters 3 tenant-sessions 4
            open dora tenant other
            acquire orders by dora tenant other id q1
            acquire more by dora tenant other id q2
            """;

    private GoldenScript() {}

    /** Returns the batches of the history, in order. */
    public static List<Batch> log() {
        Script script = new Script();
        TEXT.lines().forEach(line -> script.block(List.of(line)));
        return script.log();
    }
}
