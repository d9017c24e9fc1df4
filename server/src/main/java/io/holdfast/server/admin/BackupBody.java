package io.holdfast.server.admin;

import io.holdfast.log.backup.BackupWriter;
import io.holdfast.server.http.BodySource;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects the engine, which makes a piece when the previous one is taken, with the connection,
 * which requests a piece when its client has room. At most one piece waits in between.
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

    /** Is notified once, when a backup is complete or has failed. */
    @FunctionalInterface
    interface Over {

        /**
         * @param bytes the number of bytes handed over
         * @param failure null if it is complete
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
        LOG.warn("backup aborted: {}", cause.toString());
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

    /** Called when the client has disconnected: further pieces are rejected. */
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
