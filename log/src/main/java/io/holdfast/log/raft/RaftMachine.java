package io.holdfast.log.raft;

import io.holdfast.core.command.Batch;
import io.holdfast.log.Term;
import io.holdfast.log.ratis.LogWriter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.statemachine.TransactionContext;

/** The state machine of a single member, which applies entries as soon as they are on disk. */
final class RaftMachine extends RatisMachine {

    private static final CompletableFuture<Void> NOTHING_TO_FLUSH =
            CompletableFuture.completedFuture(null);

    private final RaftLog log;
    private final LogWriter writer;

    RaftMachine(RaftLog log, Snapshots snapshots) {
        super(log, snapshots);
        this.log = log;
        this.writer = new LogWriter(() -> log.acknowledged, this::handedOn);
    }

    /** Called on the thread that proposes. */
    @Override
    public TransactionContext startTransaction(RaftClientRequest request) {
        return TransactionContext.newBuilder()
                .setStateMachine(this)
                .setClientRequest(request)
                .setStateMachineContext(request.getMessage())
                .build();
    }

    @Override
    public void notifyConfigurationChanged(long term, long index, RaftConfigurationProto group) {
        log.started();
    }

    /** Called by the thread that writes the log, before each sync. */
    @Override
    public CompletableFuture<Void> flush(long index) {
        writer.beforeSync();
        return NOTHING_TO_FLUSH;
    }

    private boolean handedOn(LogEntryProto entry) {
        if (entry.hasStateMachineLogEntry()) {
            StateMachineLogEntryProto kept = entry.getStateMachineLogEntry();
            Batch batch = log.underWay(kept.getCallId());
            if (batch == null) {
                return false;
            }
            log.committed(
                    entry.getIndex(),
                    new Term(entry.getTerm(), true),
                    List.of(batch),
                    kept.getLogData().size());
        }
        return true;
    }

    void watch(org.apache.ratis.server.raftlog.RaftLog opened) {
        writer.begin(opened);
    }

    void closing() {
        writer.wakeForClose();
    }

    @Override
    public void notifyLeaderReady() {
        log.leading();
    }
}
