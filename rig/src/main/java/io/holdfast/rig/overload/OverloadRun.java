package io.holdfast.rig.overload;

import io.holdfast.rig.history.Findings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Attacks two servers, one after the other: one that speaks plain text, with attacks on HTTP, the
 * line protocol and the state, and one that speaks TLS, with attacks on TLS.
 */
public final class OverloadRun {

    static final int HEAP_MEGABYTES = 256;
    static final int STEADY_HTTP = 12;
    static final int STEADY_LINE = 4;

    /** The part of the time that belongs to TLS. */
    private static final int TLS_PART = 6;

    private static final int TLS_SECONDS_MIN = 10;

    private final int seconds;
    private final long seed;

    public OverloadRun(int seconds, long seed) {
        this.seconds = seconds;
        this.seed = seed;
    }

    /** Runs both stages and reports the result. */
    public OverloadReport run(Path directory, Consumer<String> progress)
            throws IOException, InterruptedException {
        Findings findings = new Findings();
        Path plain = Files.createDirectories(directory.resolve("plain"));
        Path tls = Files.createDirectories(directory.resolve("tls"));
        int tlsSeconds = Math.max(TLS_SECONDS_MIN, seconds / TLS_PART);
        OverloadStage.Result first =
                new OverloadStage(seconds, seed, findings).run(plain, null, progress);
        progress.accept("TLS");
        OverloadStage.Result second =
                new OverloadStage(tlsSeconds, seed, findings).run(tls, TlsPair.in(tls), progress);
        return new OverloadReport(seed, first, second, findings);
    }
}
