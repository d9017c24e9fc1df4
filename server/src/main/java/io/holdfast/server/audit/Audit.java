package io.holdfast.server.audit;

import io.holdfast.core.command.Command;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.log.engine.Call;
import io.holdfast.log.engine.DecisionListener;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which events are audited. Admin actions and failed authentications always are; other
 * actions of a client only at level all. Entries replayed after a restart are not audited again.
 *
 * <p>Threading: any thread; never blocks.
 */
public final class Audit implements DecisionListener, AutoCloseable {

    private final AuditLog log;
    private final boolean everything;

    private Audit(AuditLog log, boolean everything) {
        this.log = log;
        this.everything = everything;
    }

    /**
     * Starts to write.
     *
     * @param file the file; null for standard error, among the logs
     * @param everything whether ordinary actions are written too
     */
    public static Audit start(@Nullable Path file, boolean everything) throws IOException {
        try {
            return start(file == null ? Audit::standardError : () -> open(file), everything);
        } catch (IOException e) {
            throw new IOException("cannot write the audit log " + file + ": " + e, e);
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

            /** Standard error belongs to the process and is only flushed. */
            @Override
            public void close() throws IOException {
                flush();
            }
        };
    }

    /** Creates the file for its owner only, because it contains who works on what. */
    private static OutputStream open(Path file) throws IOException {
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (posix && !Files.exists(file)) {
            try {
                Files.createFile(
                        file,
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
            } catch (java.nio.file.FileAlreadyExistsException e) {
                // It was created concurrently, and is opened below.
            }
        }
        Set<StandardOpenOption> how = EnumSet.of(
                StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE);
        return Files.newOutputStream(file, how.toArray(StandardOpenOption[]::new));
    }

    @Override
    public void decided(Call<?> call, Outcome outcome, long wallMillis) {
        Command<?> command = call.command();
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
    public boolean admits(Call<?> call) {
        return log.hasRoom() || !AuditRecord.isAdmin(call.command(), call.actor());
    }

    /** Audits an operation on the server itself that does not go through its log. */
    public void administered(String verb, String resource, @Nullable String failure) {
        AuditRecord deed =
                new AuditRecord("server", verb, resource, AuditRecord.Kind.ADMIN, null, null, 0);
        Result result =
                failure == null ? new Result("done", null, 0) : new Result("refused", failure, 0);
        log.add(new AuditEntry(
                System.currentTimeMillis(),
                Actor.MEMBER.tenant(),
                Actor.MEMBER.principal(),
                "",
                deed,
                result));
    }

    /** Returns whether another admin action can be audited; if not, it must be rejected. */
    public boolean hasRoom() {
        return log.hasRoom();
    }

    /**
     * Audits an operator's request to the server itself.
     *
     * @param what the object of the operation
     * @param outcome a word such as {@code done}
     * @param failure why it failed; null if it succeeded
     */
    public void operated(
            Actor actor,
            @Nullable String agent,
            String verb,
            String what,
            String outcome,
            @Nullable String failure) {
        AuditRecord deed =
                new AuditRecord("server", verb, what, AuditRecord.Kind.ADMIN, null, agent, 0);
        log.add(new AuditEntry(
                System.currentTimeMillis(),
                actor.tenant(),
                actor.principal(),
                actor.address(),
                deed,
                new Result(outcome, failure, 0)));
    }

    /**
     * Audits that an admin ended what other clients have.
     *
     * @param what the object of the action
     * @param why the reason that the admin gave
     */
    public void overruled(
            Actor actor,
            @Nullable String agent,
            String verb,
            String what,
            Outcome outcome,
            String why) {
        AuditRecord deed =
                new AuditRecord("server", verb, what, AuditRecord.Kind.ADMIN, null, agent, 0, why);
        log.add(new AuditEntry(
                System.currentTimeMillis(),
                actor.tenant(),
                actor.principal(),
                actor.address(),
                deed,
                Result.of(outcome)));
    }

    /**
     * Audits a failed authentication or authorization.
     *
     * @param actor with an empty name and tenant if it is unknown
     * @param what the requested operation; empty if authentication failed
     */
    public void turnedAway(
            String dialect, Actor actor, @Nullable String agent, String what, String why) {
        String verb = actor.principal().isEmpty() ? "authenticate" : "authorize";
        AuditRecord deed =
                new AuditRecord(dialect, verb, what, AuditRecord.Kind.ORDINARY, null, agent, 0);
        log.add(new AuditEntry(
                System.currentTimeMillis(),
                actor.tenant(),
                actor.principal(),
                actor.address(),
                deed,
                new Result("refused", why, 0)));
    }

    static AuditEntry lost(long count) {
        AuditRecord deed =
                new AuditRecord("server", "audit", "", AuditRecord.Kind.ADMIN, null, null, 0);
        return new AuditEntry(
                System.currentTimeMillis(),
                Actor.MEMBER.tenant(),
                Actor.MEMBER.principal(),
                "",
                deed,
                new Result("dropped", count + " ordinary lines", 0));
    }

    /**
     * Returns entries that this member wrote last, as JSON objects with their number as {@code id},
     * the newest first.
     *
     * @param before all have smaller numbers
     */
    public List<String> recent(long before, AuditFilter filter, int max) {
        List<String> rows = new ArrayList<>();
        for (RecentEntries.Numbered one : log.recent().before(before, filter, max)) {
            rows.add(one.entry().json(one.number()));
        }
        return rows;
    }

    /** Opens the file again before the next line, after a rotation. */
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
