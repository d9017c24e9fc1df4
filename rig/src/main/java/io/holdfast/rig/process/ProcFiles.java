package io.holdfast.rig.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Reads Linux process information from {@code /proc}. */
public final class ProcFiles {

    private static final String LISTENING = "0A";

    private ProcFiles() {}

    public static boolean available() {
        return Files.isReadable(Path.of("/proc/self/status"));
    }

    /** Returns the resident memory of the process in MB. */
    public static long residentMegabytes(long pid) throws IOException {
        return Long.parseLong(status(pid, "VmRSS").replaceAll("\\D", "")) / 1024;
    }

    /** Returns the command line, separated by blanks. */
    public static String commandLine(long pid) throws IOException {
        return Files.readString(Path.of("/proc/" + pid + "/cmdline")).replace('\0', ' ');
    }

    /** Returns the process state, such as {@code T (stopped)}. */
    public static String state(long pid) throws IOException {
        return status(pid, "State");
    }

    private static String status(long pid, String field) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
            if (line.startsWith(field + ":")) {
                return line.substring(field.length() + 1).strip();
            }
        }
        throw new IOException("no field " + field + " in the status of pid " + pid);
    }

    /** Returns the hard limit of open files. The JVM raises its own soft limit to it. */
    public static long openFilesMax() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/limits"))) {
            if (line.startsWith("Max open files")) {
                String hard = line.strip().split("\\s+")[4];
                return hard.equals("unlimited") ? Integer.MAX_VALUE : Long.parseLong(hard);
            }
        }
        throw new IOException("/proc/self/limits does not show Max open files");
    }

    /** Returns the TCP ports that the process listens on. */
    public static Set<Integer> listeningPorts(long pid) throws IOException {
        Set<String> sockets = sockets(pid);
        Set<Integer> ports = new TreeSet<>();
        for (String table : new String[] {"tcp", "tcp6"}) {
            Path file = Path.of("/proc/" + pid + "/net/" + table);
            if (!Files.isReadable(file)) {
                continue;
            }
            for (String line : Files.readAllLines(file)) {
                String[] fields = line.strip().split("\\s+");
                if (fields.length > 9
                        && fields[3].equals(LISTENING)
                        && sockets.contains("socket:[" + fields[9] + "]")) {
                    int colon = fields[1].indexOf(':');
                    ports.add(Integer.parseInt(fields[1].substring(colon + 1), 16));
                }
            }
        }
        return ports;
    }

    private static Set<String> sockets(long pid) throws IOException {
        Set<String> sockets = new HashSet<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            for (Path descriptor : descriptors.toList()) {
                try {
                    sockets.add(Files.readSymbolicLink(descriptor).toString());
                } catch (IOException e) {
                    // The descriptor was closed after the directory was listed.
                }
            }
        }
        return sockets;
    }
}
