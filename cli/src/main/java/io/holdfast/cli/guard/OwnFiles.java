package io.holdfast.cli.guard;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The open files, the command line and the ignored signals of this process. */
public final class OwnFiles {

    private static final Path SELF = Path.of("/proc/self");
    private static final File OPEN = new File("/proc/self/fd");

    private final Set<Integer> inherited;

    private OwnFiles(Set<Integer> inherited) {
        this.inherited = inherited;
    }

    /**
     * Notes which files the caller of this process passed on. Must run before the JDK's I/O
     * libraries open files of their own, so it uses the oldest of them, which opens none.
     */
    public static OwnFiles atStart() {
        List<String> own = new ArrayList<>();
        own.add(System.getProperty("java.home", "/") + "/");
        for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator)) {
            own.add(new File(entry).getAbsolutePath());
        }
        Set<Integer> inherited = new TreeSet<>();
        for (int fd : open()) {
            String target = target(fd);
            // The directory of this list was open too, and is not any more.
            boolean open = new File(OPEN, String.valueOf(fd)).exists();
            if (open && own.stream().noneMatch(target::startsWith)) {
                inherited.add(fd);
            }
        }
        return new OwnFiles(inherited);
    }

    /** Returns whether this system shows the files of a process, as Linux does. */
    public static boolean areVisible() {
        return OPEN.exists();
    }

    /** Keeps all other files from programs that this process starts. */
    public void keepFromPrograms() {
        for (int fd : open()) {
            if (!inherited.contains(fd)) {
                Posix.closeOnExec(fd);
            }
        }
    }

    private static List<Integer> open() {
        List<Integer> open = new ArrayList<>();
        for (String name : Objects.requireNonNullElse(OPEN.list(), new String[0])) {
            if (Integer.parseInt(name) > 2) {
                open.add(Integer.parseInt(name));
            }
        }
        return open;
    }

    private static String target(int fd) {
        try {
            return new File(OPEN, String.valueOf(fd)).getCanonicalPath();
        } catch (IOException e) {
            // It was closed meanwhile.
            return "/";
        }
    }

    /** Returns the last words of this process's command line, unchanged by any character set. */
    public static List<byte[]> lastWords(int count) throws IOException {
        byte[] line = Files.readAllBytes(SELF.resolve("cmdline"));
        List<byte[]> words = new ArrayList<>();
        int start = 0;
        for (int at = 0; at < line.length; at++) {
            if (line[at] == 0) {
                words.add(Arrays.copyOfRange(line, start, at));
                start = at + 1;
            }
        }
        return words.subList(words.size() - count, words.size());
    }

    /** Returns a mask of the signals that this process ignores; bit 0 is signal 1. */
    public static long ignoredSignals() throws IOException {
        for (String line : Files.readAllLines(SELF.resolve("status"))) {
            if (line.startsWith("SigIgn:")) {
                return Long.parseUnsignedLong(line.substring(7).strip(), 16);
            }
        }
        return 0;
    }
}
