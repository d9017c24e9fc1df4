package io.holdfast.log.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;

/**
 * A disk in memory behind a page cache. A sync brings the sectors of a file to the disk, or the
 * names of the directory. A power failure keeps any of the unsynced sectors and name changes, in
 * any combination. A failed sync keeps any of them too, and treats the rest as clean: a later sync
 * reports success and does not write them.
 */
final class SimulatedDisk implements JournalFiles {

    private static final int SECTOR = Sectors.BYTES;

    /** The content of a file as programs see it, and as it is on the disk. */
    private static final class Content {
        private byte[] cached = new byte[0];
        private byte[] stored = new byte[0];
        private boolean[] dirty = new boolean[0];

        void grow(int size) {
            if (size > cached.length) {
                cached = Arrays.copyOf(cached, size);
                dirty = Arrays.copyOf(dirty, (size + SECTOR - 1) / SECTOR);
            }
        }

        void store(int sector) {
            int from = sector * SECTOR;
            int to = Math.min(from + SECTOR, cached.length);
            if (stored.length < to) {
                stored = Arrays.copyOf(stored, to);
            }
            System.arraycopy(cached, from, stored, from, to - from);
        }

        Content copy() {
            Content copy = new Content();
            copy.cached = cached.clone();
            copy.stored = stored.clone();
            copy.dirty = dirty.clone();
            return copy;
        }
    }

    /** Called before each change; may end the run. */
    interface Watch {
        void before(String operation) throws IOException;
    }

    private final Random random;
    private Map<String, Content> names = new TreeMap<>();
    private Map<String, Content> storedNames = new TreeMap<>();
    private Watch watch = operation -> {};
    private boolean failSync;

    SimulatedDisk(Random random) {
        this.random = random;
    }

    void watch(Watch newWatch) {
        watch = newWatch;
    }

    /** Lets the next sync fail. */
    void failNextSync() {
        failSync = true;
    }

    /** Returns the disk after a power failure now. */
    SimulatedDisk afterPowerFailure(Random choices) {
        SimulatedDisk after = new SimulatedDisk(random);
        Map<String, Content> kept = new TreeMap<>(storedNames);
        List<String> changed = new ArrayList<>(names.keySet());
        changed.addAll(storedNames.keySet());
        for (String name : changed) {
            if (names.get(name) != storedNames.get(name) && choices.nextBoolean()) {
                if (names.containsKey(name)) {
                    kept.put(name, names.get(name));
                } else {
                    kept.remove(name);
                }
            }
        }
        kept.forEach((name, content) -> {
            Content copy = content.copy();
            for (int sector = 0; sector < copy.dirty.length; sector++) {
                if (copy.dirty[sector] && choices.nextBoolean()) {
                    copy.store(sector);
                }
            }
            copy.cached = copy.stored.clone();
            copy.dirty = new boolean[(copy.stored.length + SECTOR - 1) / SECTOR];
            after.names.put(name, copy);
        });
        after.storedNames = new TreeMap<>(after.names);
        return after;
    }

    /** Returns the disk after the process was killed, with everything in the page cache. */
    SimulatedDisk afterKill() {
        SimulatedDisk after = new SimulatedDisk(random);
        Map<Content, Content> copies = new HashMap<>();
        names.forEach((name, content) ->
                after.names.put(name, copies.computeIfAbsent(content, Content::copy)));
        storedNames.forEach((name, content) ->
                after.storedNames.put(name, copies.computeIfAbsent(content, Content::copy)));
        return after;
    }

    private Content content(String name) {
        return Objects.requireNonNull(names.get(name), name);
    }

    void flip(String name, int offset, int bit) {
        content(name).cached[offset] ^= (byte) (1 << bit);
    }

    void truncate(String name, int length) {
        content(name).cached = Arrays.copyOf(content(name).cached, length);
    }

    /** Fills a sector with zeros; returns whether it had other content. */
    boolean clear(String name, int sector) {
        byte[] bytes = content(name).cached;
        boolean used = false;
        for (int at = sector * SECTOR; at < (sector + 1) * SECTOR; at++) {
            used |= bytes[at] != 0;
            bytes[at] = 0;
        }
        return used;
    }

    @Override
    public List<String> names() {
        return List.copyOf(names.keySet());
    }

    @Override
    public JournalFile create(String name) throws IOException {
        watch.before("create");
        names.put(name, new Content());
        return open(name);
    }

    @Override
    public JournalFile open(String name) throws IOException {
        Content content = names.get(name);
        if (content == null) {
            throw new NoSuchFileException(name);
        }
        return new OpenFile(content);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        watch.before("rename");
        Content content = names.remove(from);
        if (content == null) {
            throw new NoSuchFileException(from);
        }
        names.put(to, content);
    }

    @Override
    public void delete(String name) throws IOException {
        watch.before("delete");
        names.remove(name);
    }

    @Override
    public void syncDirectory() throws IOException {
        watch.before("sync names");
        if (!failed()) {
            storedNames = new TreeMap<>(names);
            return;
        }
        throw new IOException("sync failed");
    }

    private boolean failed() {
        boolean failed = failSync;
        failSync = false;
        return failed;
    }

    @Override
    public String path(String name) {
        return "simulated/" + name;
    }

    private final class OpenFile implements JournalFile {

        private final Content content;

        OpenFile(Content content) {
            this.content = content;
        }

        @Override
        public ByteBuffer read() {
            return ByteBuffer.wrap(content.cached.clone());
        }

        @Override
        public void write(ByteBuffer bytes, long offset) throws IOException {
            watch.before("write");
            int from = Math.toIntExact(offset);
            int length = bytes.remaining();
            content.grow(from + length);
            bytes.get(content.cached, from, length);
            if (length > 0) {
                Arrays.fill(content.dirty, from / SECTOR, (from + length - 1) / SECTOR + 1, true);
            }
        }

        @Override
        public void sync() throws IOException {
            watch.before("sync");
            boolean fails = failed();
            for (int sector = 0; sector < content.dirty.length; sector++) {
                if (content.dirty[sector] && (!fails || random.nextBoolean())) {
                    content.store(sector);
                }
            }
            Arrays.fill(content.dirty, false);
            if (fails) {
                throw new IOException("sync failed");
            }
        }

        @Override
        public void close() {}
    }
}
