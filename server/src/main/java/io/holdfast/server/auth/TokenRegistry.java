package io.holdfast.server.auth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The personal and agent tokens in the token file, which is polled four times a second, so that new
 * and revoked tokens take effect without a restart.
 *
 * <p>Threading: any thread may call it; a thread of its own polls the file.
 */
public final class TokenRegistry implements Authenticator, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TokenRegistry.class);

    /** Often enough that a revocation takes effect well within a second. */
    private static final long LOOK_MILLIS = 250;

    private static final byte[] NO_DIGEST = new byte[32];
    private static final Decision UNKNOWN = new Decision.Refused("this token is unknown");

    /** A change of the file, for the audit log and to disconnect clients. */
    public record Change(List<TokenRecord> added, List<TokenRecord> removed) {}

    /** A valid record; the same object as long as it does not change. */
    private record Entry(TokenRecord record, byte[] digest, Principal principal) {}

    /** The attributes of the file when it was read; null if there was no file. */
    private record Look(
            FileTime modified, long size, @Nullable Object key) {}

    private final TokenFile file;
    private final LongSupplier wallMillis;
    private final List<Consumer<Change>> listeners = new CopyOnWriteArrayList<>();
    private final Thread looker;
    private volatile Map<String, Entry> entries = Map.of();
    private volatile List<TokenRecord> records = List.of();
    private @Nullable Look last;

    public TokenRegistry(TokenFile file, LongSupplier wallMillis) {
        this.file = file;
        this.wallMillis = wallMillis;
        look(true);
        this.looker = Thread.ofPlatform().name("tokens").daemon().start(this::lookAgain);
    }

    /** Adds a listener for changes, which is called on the polling thread. */
    public void onChange(Consumer<Change> listener) {
        listeners.add(listener);
    }

    /** Returns the file's records; the same list as long as they do not change. */
    public List<TokenRecord> records() {
        return records;
    }

    @Override
    public Decision authenticate(PresentedCredentials presented) {
        String bearer = presented.bearer();
        if (bearer == null || !TokenText.isMeant(bearer)) {
            return Decision.NOT_MINE;
        }
        TokenText token = TokenText.parse(bearer);
        Entry entry = token == null ? null : entries.get(token.id());
        // Does the same work for unknown tokens, so that timing does not reveal ids.
        byte[] offered = TokenText.digest(token == null ? bearer : token.secret());
        boolean same = MessageDigest.isEqual(entry == null ? NO_DIGEST : entry.digest, offered);
        if (!same || entry == null || token == null || token.kind() != entry.record.kind()) {
            return UNKNOWN;
        }
        if (entry.record.isOver(wallMillis.getAsLong())) {
            return new Decision.Refused("this token has expired");
        }
        return new Decision.Admitted(entry.principal, () -> isGood(entry));
    }

    private boolean isGood(Entry entry) {
        return entries.get(entry.record.id()) == entry
                && (entry.record.expires() == null || !entry.record.isOver(wallMillis.getAsLong()));
    }

    private void lookAgain() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.sleep(LOOK_MILLIS);
                look(false);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads the file if it has changed. An invalid file is reported and changes nothing. */
    private synchronized void look(boolean first) {
        Look look = appearance();
        if (!first && Objects.equals(look, last)) {
            return;
        }
        last = look;
        try {
            List<TokenRecord> now = file.read();
            take(now);
            if (first) {
                LOG.info("loaded {} tokens from {}", now.size(), file.path());
            } else {
                LOG.info("reloaded the token file {}: {} tokens", file.path(), now.size());
            }
        } catch (IOException | RuntimeException e) {
            LOG.error("cannot load the token file, tokens unchanged: {}", e.getMessage());
        }
    }

    private @Nullable Look appearance() {
        try {
            BasicFileAttributes now = Files.readAttributes(file.path(), BasicFileAttributes.class);
            return new Look(now.lastModifiedTime(), now.size(), now.fileKey());
        } catch (IOException e) {
            return null;
        }
    }

    private void take(List<TokenRecord> now) {
        Map<String, Entry> before = entries;
        Map<String, Entry> after = new HashMap<>();
        List<TokenRecord> added = new ArrayList<>();
        for (TokenRecord record : now) {
            Entry known = before.get(record.id());
            if (known != null && known.record.equals(record)) {
                after.put(record.id(), known);
            } else {
                added.add(record);
                after.put(record.id(), new Entry(record, record.digest(), record.principal()));
            }
        }
        List<TokenRecord> removed = before.values().stream()
                .filter(entry -> after.get(entry.record.id()) != entry)
                .map(Entry::record)
                .toList();
        entries = Map.copyOf(after);
        records = List.copyOf(now);
        if (!added.isEmpty() || !removed.isEmpty()) {
            Change change = new Change(List.copyOf(added), removed);
            listeners.forEach(listener -> listener.accept(change));
        }
    }

    @Override
    public void close() {
        looker.interrupt();
    }
}
