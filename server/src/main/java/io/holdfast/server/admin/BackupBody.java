package io.holdfast.server.admin;

import io.holdfast.log.backup.BackupWriter;
import io.holdfast.server.http.BodySource;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Between the node, which makes a piece when the one before is taken, and the connection, which
 * asks for one when its client has room. At most one piece waits in between.
 */
final class BackupBody implements BodySource, BackupWriter.Out {

    private static final Logger LOG = LoggerFactory.getLogger(BackupBody.class);
    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);
    private static final byte[] NOTHING = {};

    private final Over over;
    private @Nullable Taker taker;
    private byte @Nullable [] ready;
    private CompletableFuture<Void> taken = new CompletableFuture<>();
    private long bytes;
    private boolean ended;
    private boolean broken;

    /** Hears once that a backup is complete, or that it failed. */
    @FunctionalInterface
    interface Over {

        /**
         * @param bytes how many were handed over
         * @param failure null where it is complete
         */
        void ended(long bytes, @Nullable String failure);
    }

    BackupBody(Over over) {
        this.over = over;
    }

    @Override
    public CompletableFuture<Void> write(byte[] piece) {
        Taker waiting;
        synchronized (this) {
            if (broken) {
                return CompletableFuture.failedFuture(new IOException("the client is gone"));
            }
            bytes += piece.length;
            waiting = taker;
            taker = null;
            if (waiting == null) {
                ready = piece;
                taken = new CompletableFuture<>();
                return taken;
            }
        }
        waiting.piece(piece);
        return DONE;
    }

    @Override
    public void next(Taker asking) {
        byte[] piece;
        CompletableFuture<Void> handedOver;
        boolean last;
        boolean cut;
        synchronized (this) {
            piece = ready;
            ready = null;
            handedOver = taken;
            last = ended;
            cut = broken;
            if (piece == null && !last && !cut) {
                taker = asking;
                return;
            }
        }
        if (piece != null) {
            asking.piece(piece);
            handedOver.complete(null);
        } else if (last) {
            asking.last(NOTHING);
        } else {
            asking.broken();
        }
    }

    @Override
    public CompletableFuture<Void> end() {
        Taker waiting;
        long handedOver;
        synchronized (this) {
            handedOver = bytes;
            ended = true;
            waiting = taker;
            taker = null;
        }
        if (waiting != null) {
            waiting.last(NOTHING);
        }
        over.ended(handedOver, null);
        return DONE;
    }

    @Override
    public void abort(Throwable cause) {
        LOG.warn("A backup was given up: {}", cause.toString());
        Taker waiting;
        long handedOver;
        synchronized (this) {
            handedOver = bytes;
            broken = true;
            waiting = taker;
            taker = null;
        }
        if (waiting != null) {
            waiting.broken();
        }
        over.ended(handedOver, String.valueOf(cause.getMessage()));
    }

    /** The client is gone: whatever is made next finds nobody. */
    void gone() {
        CompletableFuture<Void> waiting;
        synchronized (this) {
            broken = true;
            ready = null;
            waiting = taken;
        }
        waiting.completeExceptionally(new IOException("the client is gone"));
    }
}
