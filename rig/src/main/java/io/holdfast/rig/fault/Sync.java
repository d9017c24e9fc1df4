package io.holdfast.rig.fault;

import io.holdfast.rig.group.Member;
import io.holdfast.rig.process.Shell;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Every fsync of a node fails, or takes its time: strace, attached to the running process. */
final class Sync implements Fault {

    private final Member member;
    private final String what;
    private @Nullable Process tracer;

    /** {@code what} is said in strace's words: {@code error=EIO}. */
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

    @Override
    public void inject() throws IOException {
        String strace = Shell.find("strace").orElseThrow().toString();
        tracer = new ProcessBuilder(
                        strace,
                        "-f",
                        "-qq",
                        "-o",
                        "/dev/null",
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
