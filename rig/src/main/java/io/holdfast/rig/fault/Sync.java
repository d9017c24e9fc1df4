package io.holdfast.rig.fault;

import io.holdfast.rig.group.Member;
import io.holdfast.rig.process.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes every fsync of a member fail or take longer, with strace attached to the running process.
 */
final class Sync implements Fault {

    private final Member member;
    private final String what;
    private @Nullable Process tracer;

    /** {@code what} is an strace injection such as {@code error=EIO}. */
    Sync(Member member, String what) {
        this.member = member;
        this.what = what;
    }

    @Override
    public Set<String> touched() {
        return Set.of(member.name());
    }

    @Override
    public boolean mayEndNodes() {
        return what.startsWith("error");
    }

    private Path trace() {
        return member.note("fsync-trace");
    }

    @Override
    public @Nullable String doubt() throws IOException {
        String done = what.startsWith("error") ? "(INJECTED)" : "(DELAYED)";
        try (Stream<String> lines = Files.lines(trace())) {
            return lines.anyMatch(line -> line.contains(done))
                    ? null
                    : "strace changed no fsync of " + member.name();
        }
    }

    @Override
    public void inject() throws IOException {
        String strace = Shell.find("strace").orElseThrow().toString();
        Files.deleteIfExists(trace());
        tracer = new ProcessBuilder(
                        strace,
                        "-f",
                        "-qq",
                        "-o",
                        trace().toString(),
                        "-e",
                        "trace=fsync,fdatasync",
                        "-e",
                        "inject=fsync,fdatasync:" + what,
                        "-p",
                        Long.toString(member.process().pid()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @Override
    public void heal() throws IOException {
        Process running = tracer;
        if (running != null) {
            running.destroy();
            try {
                if (!running.waitFor(10, TimeUnit.SECONDS)) {
                    running.destroyForcibly();
                }
            } catch (InterruptedException e) {
                running.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
