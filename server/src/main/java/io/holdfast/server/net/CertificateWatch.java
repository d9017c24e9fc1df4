package io.holdfast.server.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the TLS files and reloads them when they have changed. Certificate and key are two files
 * and are rarely replaced at the same time, so a change is loaded only once two polls in a row see
 * the same files. If loading fails, the error is logged and the old certificate stays in use.
 *
 * <p>Threading: polls on a thread of its own; {@link #reload} may be called from any thread that
 * may block.
 */
public final class CertificateWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CertificateWatch.class);
    private static final long PERIOD_SECONDS = 5;

    private final TlsFiles files;
    private final Told told;
    private final List<Target> targets;
    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("certificates").daemon().factory());
    private List<Object> used;
    private List<Object> seen;

    /** Loads the files into use. */
    @FunctionalInterface
    public interface Target {
        void reloadCertificate() throws IOException;
    }

    /** Is notified of every reload and its result. */
    @FunctionalInterface
    public interface Told {
        void read(boolean taken);
    }

    public CertificateWatch(TlsFiles files, Told told, Target... targets) {
        this.files = files;
        this.told = told;
        this.targets = List.of(targets);
        this.used = stamps(files.all());
        this.seen = used;
    }

    public void start() {
        looks.scheduleWithFixedDelay(this::look, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    /** Polls once, and reloads if a change is complete. */
    synchronized void look() {
        List<Object> now = stamps(files.all());
        boolean atRest = now.equals(seen);
        seen = now;
        if (atRest && !now.equals(used)) {
            reload();
        }
    }

    /** Reads the files now. */
    public synchronized void reload() {
        used = stamps(files.all());
        seen = used;
        try {
            for (Target target : targets) {
                target.reloadCertificate();
            }
            LOG.info("reloaded the certificate {}", files.certificate());
            told.read(true);
        } catch (IOException | RuntimeException e) {
            LOG.error("cannot reload the certificate, old one stays in use: {}", e.getMessage());
            told.read(false);
        }
    }

    /** Returns attributes that change with a file's content; links are followed. */
    private static List<Object> stamps(List<Path> paths) {
        List<Object> stamps = new ArrayList<>();
        for (Path path : paths) {
            try {
                BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
                stamps.add(
                        List.of(now.lastModifiedTime(), now.size(), String.valueOf(now.fileKey())));
            } catch (IOException e) {
                stamps.add("missing");
            }
        }
        return stamps;
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }
}
