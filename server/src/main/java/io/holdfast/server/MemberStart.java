package io.holdfast.server;

import io.holdfast.log.Clock;
import io.holdfast.log.CommitLog;
import io.holdfast.log.LogOptions;
import io.holdfast.log.MemoryLog;
import io.holdfast.log.engine.Engine;
import io.holdfast.log.engine.EngineOptions;
import io.holdfast.log.journal.JournalLog;
import io.holdfast.log.raft.ClusterLog;
import io.holdfast.log.raft.ClusterOptions;
import io.holdfast.server.config.ServerConfig;
import io.holdfast.server.entities.ManifestLoader;

import java.io.IOException;
import java.nio.file.Path;

/** Creates and opens the configured log and engine. */
final class MemberStart {

    /** A single server needs no distinct name. */
    private static final String NODE_NAME = "node-1";

    private MemberStart() {}

    static CommitLog log(ServerConfig config, Clock clock) {
        Path dataDir = config.dataDir();
        if (dataDir == null) {
            return new MemoryLog();
        }
        ServerConfig.Cluster cluster = config.cluster();
        ClusterOptions peers = cluster.options();
        return peers == null
                ? new JournalLog(dataDir, raftOptions(config), cluster.node())
                : new ClusterLog(dataDir, raftOptions(config), peers, clock);
    }

    private static LogOptions raftOptions(ServerConfig config) {
        return LogOptions.DEFAULT.withSnapshotsAfter(
                LogOptions.DEFAULT.snapshotBytes(), config.snapshotEntries());
    }

    static Engine engine(ServerConfig config, Clock clock, CommitLog log) {
        boolean ephemeral = config.ephemeral();
        ServerConfig.Cluster cluster = config.cluster();
        ClusterOptions peers = cluster.options();
        EngineOptions options = new EngineOptions(
                peers == null ? NODE_NAME : peers.node(),
                config.settings(),
                ephemeral,
                ephemeral,
                cluster.lostNanos(),
                cluster.patienceNanos());
        return new Engine(log, clock, options.withStateBytesMax(config.stateBytesMax()));
    }

    /** Returns once clients' calls are accepted; closes the engine on failure. */
    static void open(Engine engine, ServerConfig config) throws IOException {
        engine.open();
        try {
            // Before clients are served: the first request must find the entities.
            new ManifestLoader(engine).loadAtStart(config.entities().manifest());
        } catch (IOException e) {
            engine.close();
            throw e;
        }
        engine.serve();
    }
}
