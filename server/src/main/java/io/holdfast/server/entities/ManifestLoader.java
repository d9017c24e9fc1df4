package io.holdfast.server.entities;

import io.holdfast.core.command.Actor;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.EntitySpec;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.query.Query;
import io.holdfast.log.node.Node;
import io.holdfast.server.edge.SimpleCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what the files say into the log. Decisions depend on it, so that every replica has to know
 * the same, in the same order with everything else.
 */
public final class ManifestLoader {

    /** Few enough for one command, however long their names and descriptions are. */
    private static final int PART_BYTES_MAX = 128 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(ManifestLoader.class);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long FNV_PRIME = 1_099_511_628_211L;

    /** Whoever gives a file speaks for everybody who has no tenant of their own. */
    private static final String TENANT = Actor.DEFAULT_TENANT;

    private final Node node;

    public ManifestLoader(Node node) {
        this.node = node;
    }

    /**
     * Says which entities there are; done when the machine knows. Without any, it says so only
     * where an earlier manifest had some.
     */
    public CompletableFuture<Void> load(List<EntitySpec> manifest) {
        if (!manifest.isEmpty()) {
            return submitAll(parts(manifest));
        }
        CompletableFuture<Void> done = new CompletableFuture<>();
        // The node has applied its own first commands, and so everything before them.
        node.readStale(new Query.HasManifest(TENANT), (had, point) -> {
            if (had) {
                submitAll(parts(manifest)).whenComplete((none, failure) -> {
                    if (failure == null) {
                        done.complete(null);
                    } else {
                        done.completeExceptionally(failure);
                    }
                });
            } else {
                done.complete(null);
            }
        });
        return done;
    }

    /**
     * The same at the start of a node, whose group may have no leader just then: it is tried again
     * until there is one, and ends only with the node.
     */
    public void loadAtStart(List<EntitySpec> manifest) throws IOException {
        patiently(() -> load(manifest), () -> node.failure().isDone());
    }

    static void patiently(Supplier<CompletableFuture<Void>> loading, BooleanSupplier over)
            throws IOException {
        while (true) {
            try {
                loading.get().join();
                return;
            } catch (CompletionException e) {
                if (!(e.getCause() instanceof Unheard) || over.getAsBoolean()) {
                    throw new IOException(
                            "The entities of the manifest were not taken over", e.getCause());
                }
                LOG.info("waiting for a leader to tell of the manifest");
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Nobody leads, or nobody knows what became of it: it can be told again. */
    static final class Unheard extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        Unheard(String message) {
            super(message);
        }
    }

    /** The settings and the entities anew; locks stay as they are. */
    public CompletableFuture<Void> reload(Settings settings, List<EntitySpec> manifest) {
        List<Command> commands = new ArrayList<>();
        commands.add(new MemberCommand.Configure(settings));
        commands.addAll(parts(manifest));
        return submitAll(commands);
    }

    private CompletableFuture<Void> submitAll(List<? extends Command> commands) {
        List<CompletableFuture<Outcome>> answers = new ArrayList<>();
        for (Command command : commands) {
            CompletableFuture<Outcome> answer = new CompletableFuture<>();
            answers.add(answer);
            node.submit(new SimpleCall(Actor.NODE, null, command, answer::complete));
        }
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenRun(() -> answers.forEach(ManifestLoader::expectDone));
    }

    private static void expectDone(CompletableFuture<Outcome> answer) {
        Outcome outcome = answer.join();
        if (outcome.equals(Outcome.UNKNOWN) || outcome.equals(Refusal.NO_LEADER.outcome())) {
            throw new Unheard("the entities may not have been taken: " + outcome);
        }
        if (!(outcome instanceof Outcome.Done)) {
            throw new IllegalStateException("the entities were not taken: " + outcome);
        }
    }

    private static List<Command> parts(List<EntitySpec> manifest) {
        long edition = edition(manifest);
        List<Command> parts = new ArrayList<>();
        List<EntitySpec> part = new ArrayList<>();
        int bytes = 0;
        for (EntitySpec spec : manifest) {
            part.add(spec);
            bytes += size(spec);
            if (bytes > PART_BYTES_MAX) {
                parts.add(new EntitiesCommand.Manifest(TENANT, edition, part, false));
                part.clear();
                bytes = 0;
            }
        }
        parts.add(new EntitiesCommand.Manifest(TENANT, edition, part, true));
        return parts;
    }

    /**
     * The same for the same entities: several nodes that begin with one file at once may bring its
     * parts in any order. Never zero, which stands for entities of no manifest.
     */
    private static long edition(List<EntitySpec> manifest) {
        long edition = manifest.size();
        for (EntitySpec spec : manifest) {
            for (byte part : spec.toString().getBytes(StandardCharsets.UTF_8)) {
                edition = (edition ^ part) * FNV_PRIME;
            }
            edition = edition * FNV_PRIME + Objects.hashCode(spec.details());
        }
        return edition | 1;
    }

    private static int size(EntitySpec spec) {
        int details = spec.details() == null ? 0 : spec.details().size();
        return 64 + spec.id().length() + 4 * spec.name().length() + details;
    }
}
