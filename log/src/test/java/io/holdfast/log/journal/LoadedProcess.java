package io.holdfast.log.journal;

import io.holdfast.core.command.Batch;
import io.holdfast.log.Batches;
import io.holdfast.log.LogOptions;
import io.holdfast.log.RecordingReplica;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * A separate process that keeps a durable log under load until it is killed or its disk fails. It
 * prints a line with the number of each committed batch, and a line for a failure.
 */
final class LoadedProcess {

    static final LogOptions OPTIONS =
            LogOptions.DEFAULT.withSegmentBytes(256 * 1024).withSnapshotsAfter(1 << 30, 400);
    static final int FAILED_EXIT_CODE = 74;

    private static final String FAILED = "failed";
    private static final String EAGER = "eager";

    private final Process process;
    private final BufferedReader lines;
    private final List<Long> acknowledged = new ArrayList<>();
    private int failures;

    private LoadedProcess(Process process) {
        this.process = process;
        this.lines = new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts the process; the limit, if not empty, is a shell command that runs before, and
     * segments have their default size.
     */
    static LoadedProcess start(Path directory, String limit) throws IOException {
        return start(directory, limit, "");
    }

    /** Starts a process that reports a batch as committed when it is proposed. */
    static LoadedProcess startEager(Path directory, String limit) throws IOException {
        return start(directory, limit, EAGER);
    }

    private static LoadedProcess start(Path directory, String limit, String mode)
            throws IOException {
        String java = ProcessHandle.current().info().command().orElseThrow();
        String classPath = System.getProperty(
                "surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = List.of(
                "sh",
                "-c",
                limit + " exec \"$@\"",
                "sh",
                java,
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                classPath,
                LoadedProcess.class.getName(),
                directory.toString(),
                mode,
                limit);
        return new LoadedProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    List<Long> acknowledged() {
        return acknowledged;
    }

    int failures() {
        return failures;
    }

    /** Reads until the given number of batches is acknowledged, or the process has ended. */
    boolean awaitAcknowledged(int count) throws IOException {
        while (acknowledged.size() < count && readLine()) {
            // The condition reads each line.
        }
        return acknowledged.size() >= count;
    }

    int awaitEnd() throws IOException, InterruptedException {
        while (readLine()) {
            // Reads until the pipe is closed.
        }
        return process.waitFor();
    }

    private boolean readLine() throws IOException {
        String line = lines.readLine();
        if (line == null) {
            return false;
        }
        if (line.equals(FAILED)) {
            failures++;
        } else {
            acknowledged.add(Long.parseLong(line));
        }
        return true;
    }

    void kill() throws IOException, InterruptedException {
        // Killed by its handle: Process.destroyForcibly would close the pipe with unread lines.
        process.toHandle().destroyForcibly();
        awaitEnd();
    }

    public static void main(String[] arguments) throws Exception {
        Semaphore room = new Semaphore(OPTIONS.inFlightMax());
        boolean eager = arguments[1].equals(EAGER);
        LogOptions options = arguments[2].isEmpty()
                ? OPTIONS
                : OPTIONS.withSegmentBytes(LogOptions.DEFAULT.segmentBytes());
        try (OutputStream out = new FileOutputStream(FileDescriptor.out);
                JournalLog log = new JournalLog(Path.of(arguments[0]), options)) {
            RecordingReplica replica = new RecordingReplica() {
                @Override
                protected void heard(long index, Batch batch) {
                    if (!eager) {
                        write(out, Long.toString(Batches.number(batch)));
                    }
                    room.release();
                }

                @Override
                public void failed(Throwable cause) {
                    super.failed(cause);
                    write(out, FAILED);
                    // Waits, so that a log that continues in spite of the failure would print it.
                    log.close();
                    System.exit(FAILED_EXIT_CODE);
                }
            };
            log.open(replica);
            room.drainPermits();
            room.release(OPTIONS.inFlightMax());
            for (long number = replica.numbers().size() + 1L; true; number++) {
                room.acquire();
                if (eager) {
                    write(out, Long.toString(number));
                }
                log.propose(Batches.numbered(number, 300));
            }
        }
    }

    private static void write(OutputStream out, String line) {
        try {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
