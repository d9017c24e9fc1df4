package io.holdfast.server;

import io.holdfast.log.Clock;
import io.holdfast.log.raft.FreePorts;
import io.holdfast.server.config.ConfigReader;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Three servers of one cluster in this process, n1, n2 and n3, with real sockets and files. */
record Peers(List<Server> servers, List<Integer> peerPorts) {

    static final int NODES = 3;
    private static final long START_SECONDS_MAX = 120;

    /** Starts all members at once, because none is ready before the others run. */
    static Peers start(Path directory, Clock clock, TestServers.Flags flags) {
        List<Integer> ports = freePorts();
        List<CompletableFuture<Server>> starts = new ArrayList<>();
        for (int i = 1; i <= NODES; i++) {
            String node = "n" + i;
            List<String> all = new ArrayList<>();
            all.addAll(List.of("--data-dir", directory.resolve(node).toString()));
            all.addAll(List.of("--node", node, "--peers", peers(ports)));
            all.addAll(TestServer.FREE_PORTS);
            all.addAll(flags.of(node));
            starts.add(starting(() -> Server.start(ConfigReader.read(all, Map.of()), clock)));
        }
        return new Peers(starts.stream().map(CompletableFuture::join).toList(), ports);
    }

    private static CompletableFuture<Server> starting(Callable<Server> start) {
        CompletableFuture<Server> started = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("start-peer").start(() -> {
            try {
                started.complete(start.call());
            } catch (Exception | Error e) {
                started.completeExceptionally(e);
            }
        });
        return started.orTimeout(START_SECONDS_MAX, TimeUnit.SECONDS);
    }

    static String peers(List<Integer> ports) {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < ports.size(); i++) {
            items.add("n" + (i + 1) + "=127.0.0.1:" + ports.get(i));
        }
        return String.join(",", items);
    }

    static List<Integer> freePorts() {
        return FreePorts.ports(NODES);
    }
}
