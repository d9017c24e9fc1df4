package io.holdfast.server.entities;

import io.holdfast.core.command.Command;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.log.engine.Engine;
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
 * Writes the manifest to the log. Decisions depend on it, so every replica must apply the same
 * entities at the same position in the log.
 */
public final class ManifestLoader {

    /** Limits the size of one command, however long the entities' names and descriptions are. */
    private static final int PART_BYTES_MAX = 128 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(ManifestLoader.class);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long FNV_PRIME = 1_099_511_628_211L;

    /** The manifest applies to the default tenant. */
    private static final String TENANT = Actor.DEFAULT_TENANT;

    private final Engine engine;

    public ManifestLoader(Engine engine) {
        this.engine = engine;
    }

    /**
     * Submits the manifest and completes when it is applied. An empty manifest is submitted only if
     * an earlier one had entities.
     */
    public CompletableFuture<Void> load(List<EntitySpec> manifest) {
        if (!manifest.isEmpty()) {
            return submitAll(parts(manifest));
        }
        CompletableFuture<Void> done = new CompletableFuture<>();
        // The engine has applied its own first commands, and therefore everything before them.
        engine.readStale(new Query.HasManifest(TENANT), (had, point) -> {
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
     * Loads the manifest when a member starts. The cluster may have no leader at that time, so this
     * retries until it succeeds or the member stops.
     */
    public void loadAtStart(List<EntitySpec> manifest) throws IOException {
        patiently(() -> load(manifest), () -> engine.failure().isDone());
    }

    static void patiently(Supplier<CompletableFuture<Void>> loading, BooleanSupplier over)
            throws IOException {
        while (true) {
            try {
                loading.get().join();
                return;
            } catch (CompletionException e) {
                if (!(e.getCause() instanceof Unheard) || over.getAsBoolean()) {
                    throw new IOException("cannot load the manifest", e.getCause());
                }
                LOG.info("manifest load is waiting for a leader");
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** There is no leader or the outcome is unknown: the load can be retried. */
    static final class Unheard extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        Unheard(String message) {
            super(message);
        }
    }

    /** Submits new settings and entities; locks are not affected. */
    public CompletableFuture<Void> reload(Settings settings, List<EntitySpec> manifest) {
        List<Command<?>> commands = new ArrayList<>();
        commands.add(new MemberCommand.Configure(settings));
        commands.addAll(parts(manifest));
        return submitAll(commands);
    }

    private CompletableFuture<Void> submitAll(List<? extends Command<?>> commands) {
        List<CompletableFuture<Outcome>> answers = new ArrayList<>();
        for (Command<?> command : commands) {
            CompletableFuture<Outcome> answer = new CompletableFuture<>();
            answers.add(answer);
            engine.submit(new SimpleCall<>(Actor.MEMBER, null, command, answer::complete));
        }
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenRun(() -> answers.forEach(ManifestLoader::expectDone));
    }

    private static void expectDone(CompletableFuture<Outcome> answer) {
        Outcome outcome = answer.join();
        if (outcome.equals(Outcome.UNKNOWN) || outcome.equals(Refusal.NO_LEADER.outcome())) {
            throw new Unheard("manifest may not have been applied: " + outcome);
        }
        if (!(outcome instanceof Outcome.Done)) {
            throw new IllegalStateException("manifest was not applied: " + outcome);
        }
    }

    private static List<Command<?>> parts(List<EntitySpec> manifest) {
        long edition = edition(manifest);
        List<Command<?>> parts = new ArrayList<>();
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
     * Returns a hash of the manifest. Members that start with the same file at the same time get
     * the same edition and may submit its parts in any order. It is never zero, which marks
     * entities outside any manifest.
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
