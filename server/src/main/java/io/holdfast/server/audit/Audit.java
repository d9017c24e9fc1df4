package io.holdfast.server.audit;

import io.holdfast.core.command.Actor;
import io.holdfast.core.command.Command;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.log.node.Call;
import io.holdfast.log.node.DecisionListener;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides what is worth a line. Admin actions and failed authentications always are; everything
 * else that somebody did only where the level says so. What a restart replays is nobody's deed and
 * comes here no second time.
 *
 * <p>Threading: any thread; nothing here waits.
 */
public final class Audit implements DecisionListener, AutoCloseable {

    private final AuditLog log;
    private final boolean everything;

    private Audit(AuditLog log, boolean everything) {
        this.log = log;
        this.everything = everything;
    }

    /**
     * Begins to write.
     *
     * @param file where to; null for standard error, among the logs
     * @param everything whether ordinary deeds are written too
     */
    public static Audit start(@Nullable Path file, boolean everything) throws IOException {
        try {
            return start(file == null ? Audit::standardError : () -> open(file), everything);
        } catch (IOException e) {
            throw new IOException("the audit log " + file + " cannot be written: " + e, e);
        }
    }

    static Audit start(AuditLog.Target target, boolean everything) throws IOException {
        AuditLog log = new AuditLog(target);
        log.start();
        return new Audit(log, everything);
    }

    private static OutputStream standardError() {
        return new FilterOutputStream(System.err) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length);
            }

            /** It is the process's, and is only flushed. */
            @Override
            public void close() throws IOException {
                flush();
            }
        };
    }

    /** Its owner's alone: it tells who works on what. */
    private static OutputStream open(Path file) throws IOException {
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (posix && !Files.exists(file)) {
            try {
                Files.createFile(
                        file,
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
            } catch (java.nio.file.FileAlreadyExistsException e) {
                // Somebody was faster; it is opened below all the same.
            }
        }
        Set<StandardOpenOption> how = EnumSet.of(
                StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE);
        return Files.newOutputStream(file, how.toArray(StandardOpenOption[]::new));
    }

    @Override
    public void decided(Call call, Outcome outcome, long wallMillis) {
        Command command = call.command();
        boolean admin = AuditRecord.isAdmin(command, call.actor());
        if (!everything && !admin) {
            return;
        }
        AuditRecord deed = admin ? AuditRecord.of(command).asAdmin() : AuditRecord.of(command);
        Result result = Result.of(outcome);
        boolean worth = switch (deed.kind()) {
            case ADMIN, ORDINARY -> true;
            case REPEATED -> result.isRefusal();
            case SILENT -> false;
        };
        if (worth) {
            Actor actor = call.actor();
            log.add(new AuditEntry(
                    wallMillis, actor.tenant(), actor.principal(), actor.address(), deed, result));
        }
    }

    @Override
    public boolean admits(Call call) {
        return log.hasRoom() || !AuditRecord.isAdmin(call.command(), call.actor());
    }

    /** Something that was done to the server itself, and not by way of its log. */
    public void administered(String verb, String resource, @Nullable String failure) {
        AuditRecord deed = new AuditRecord("server", verb, resource, AuditRecord.Kind.ADMIN, null, null, 0);
        Result result =
                failure == null ? new Result("done", null, 0) : new Result("refused", failure, 0);
        log.add(new AuditEntry(
                System.currentTimeMillis(),
                Actor.NODE.tenant(),
                Actor.NODE.principal(),
                "",
                deed,
                result));
    }

    /** Whether another admin action could be written down; one that could not is to be refused. */
    public boolean hasRoom() {
        return log.hasRoom();
    }

    /**
     * An operator did something to the server itself by way of a request.
     *
     * @param what what it was done to
     * @param outcome a word such as {@code done}
     * @param failure why it was not done; null where it was
     */
    public void operated(
            Actor actor,
            @Nullable String agent,
            String verb,
            String what,
            String outcome,
            @Nullable String failure) {
        AuditRecord deed = new AuditRecord("server", verb, what, AuditRecord.Kind.ADMIN, null, agent, 0);
        log.add(new AuditEntry(
                System.currentTimeMillis(),
                actor.tenant(),
                actor.principal(),
                actor.address(),
                deed,
                new Result(outcome, failure, 0)));
    }

    /**
     * Somebody did not get in, or not as far as it asked for.
     *
     * @param actor with an empty name and tenant where it was not found out who it is
     * @param what what it asked for; empty where it did not get that far
     */
    public void turnedAway(
            String dialect, Actor actor, @Nullable String agent, String what, String why) {
        String verb = actor.principal().isEmpty() ? "authenticate" : "authorize";
        AuditRecord deed = new AuditRecord(dialect, verb, what, AuditRecord.Kind.ORDINARY, null, agent, 0);
        log.add(new AuditEntry(
                System.currentTimeMillis(),
                actor.tenant(),
                actor.principal(),
                actor.address(),
                deed,
                new Result("refused", why, 0)));
    }

    static AuditEntry lost(long count) {
        AuditRecord deed = new AuditRecord("server", "audit", "", AuditRecord.Kind.ADMIN, null, null, 0);
        return new AuditEntry(
                System.currentTimeMillis(),
                Actor.NODE.tenant(),
                Actor.NODE.principal(),
                "",
                deed,
                new Result("dropped", count + " ordinary lines", 0));
    }

    /** After a rotation: the file is opened anew before the next line. */
    public void reopen() {
        log.reopen();
    }

    public long written() {
        return log.written();
    }

    public long dropped() {
        return log.dropped();
    }

    @Override
    public void close() {
        log.close();
    }
}
