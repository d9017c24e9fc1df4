package io.holdfast.rig.kill;

import io.holdfast.rig.load.Findings;
import io.holdfast.rig.load.Findings.Kind;
import io.holdfast.rig.load.History;
import io.holdfast.rig.load.HistoryCheck;
import io.holdfast.rig.load.Key;
import io.holdfast.rig.load.LoadClient;
import io.holdfast.rig.load.Outage;
import io.holdfast.rig.load.Tally;
import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Wire;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** One server after another on the same directory, and clients that outlive them all. */
public final class Campaign implements AutoCloseable {

    /** How many of each client's locks another client tries after a restart. */
    private static final int TRIED_BY_OTHERS_MAX = 5;

    private final Path directory;
    private final Findings findings = new Findings();
    private final Tally tally = new Tally();
    private final History history = new History();
    private final Outage outage = new Outage();
    private final List<LoadClient> clients = new ArrayList<>();
    private final List<Long> restartMillis = new ArrayList<>();
    private ServerProcess server;

    /** Starts the first server. What the servers print goes to files in the directory. */
    public Campaign(ServerCommand command, Path directory, int clientCount, long seed)
            throws IOException {
        this.directory = directory;
        Random seeds = new Random(seed);
        LoadClient.Shared shared = new LoadClient.Shared(history, findings, tally, outage);
        for (int number = 0; number < clientCount; number++) {
            clients.add(new LoadClient(number, seeds.nextLong(), shared));
        }
        this.server = ServerProcess.start(command, directory);
    }

    public ServerProcess server() {
        return server;
    }

    public Findings findings() {
        return findings;
    }

    public Tally tally() {
        return tally;
    }

    public Outage outage() {
        return outage;
    }

    /** From the start of each process to the first reply. */
    public List<Long> restartMillis() {
        return restartMillis;
    }

    /** All clients ask until the server is gone; meanwhile something happens to it. */
    public void load(Consumer<ServerProcess> meanwhile) throws InterruptedException {
        AtomicBoolean enough = new AtomicBoolean();
        List<Thread> threads = each(client -> client.load(enough::get));
        try {
            meanwhile.accept(server);
        } finally {
            enough.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    /** The next server, up to its first reply. */
    public void restart(ServerCommand command) throws IOException {
        server.awaitExit();
        outage.over();
        server = ServerProcess.start(command, directory);
        try (Wire wire = new Wire(server.port())) {
            wire.ask(Request.get("/health"));
        }
        restartMillis.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - server.startedNanos()));
    }

    /** A start that is killed before it is done. */
    public void restartAndKill(ServerCommand command, long afterMillis)
            throws IOException, InterruptedException {
        server.awaitExit();
        server = ServerProcess.launch(command, directory);
        Thread.sleep(afterMillis);
        server.kill();
    }

    /** Everything that was acknowledged, asked for again, and the history as a whole. */
    public void check() throws IOException, InterruptedException {
        checkFenceRises();
        for (Thread thread : each(LoadClient::check)) {
            thread.join();
        }
        checkHeldAgainstOthers();
        HistoryCheck.check(history, findings);
    }

    private void checkFenceRises() throws IOException {
        long before = history.fenceMax();
        try (Wire wire = new Wire(server.port())) {
            String session = wire.ask(Request.post("/v1/sessions", null, null)).text("session_id");
            Reply reply = wire.ask(Request.post("/v1/locks/fence", session, "{}"));
            if (reply.number("fence") <= before) {
                findings.add(Kind.FENCE, "after " + before + " came " + reply.line());
            }
            wire.ask(new Request("DELETE", "/v1/sessions/" + session, null, null, null));
        }
    }

    private void checkHeldAgainstOthers() throws IOException {
        try (Wire wire = new Wire(server.port())) {
            String session = wire.ask(Request.post("/v1/sessions", null, null)).text("session_id");
            for (LoadClient client : clients) {
                List<Key> held = client.heldKeys();
                for (Key key : held.subList(0, Math.min(TRIED_BY_OTHERS_MAX, held.size()))) {
                    Reply reply = wire.ask(Request.post("/v1/locks/" + key.name(), session, "{}"));
                    if (!reply.text("status").equals("timeout")) {
                        findings.add(Kind.TWO_HOLDERS, key.name() + ": " + reply.line());
                    }
                }
            }
            wire.ask(new Request("DELETE", "/v1/sessions/" + session, null, null, null));
        }
    }

    private List<Thread> each(Consumer<LoadClient> work) {
        List<Thread> threads = new ArrayList<>();
        int port = server.port();
        for (LoadClient client : clients) {
            threads.add(Thread.ofPlatform().name("client").start(() -> {
                try {
                    client.goTo(port, null);
                    work.accept(client);
                } catch (RuntimeException e) {
                    findings.add(Kind.ANSWER, "a client failed: " + e);
                }
            }));
        }
        return threads;
    }

    @Override
    public void close() {
        clients.forEach(LoadClient::close);
        server.close();
    }
}
