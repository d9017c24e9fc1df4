package io.holdfast.core.scenario;

import io.holdfast.core.Machine;
import io.holdfast.core.bytes.Blob;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.EntitiesCommand.Change;
import io.holdfast.core.command.EntitiesSettings;
import io.holdfast.core.command.EntitiesSettings.TypeDefaults;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntityLockState;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import io.holdfast.core.value.LockRules;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The verbs and words of entity locks. An entity is {@code apps/a}: {@code lock apps/a by alice for
 * 10s scopes data}, {@code write apps/a of data key x value 5 by alice}.
 */
final class EntitiesVocabulary {

    private static final long SECOND_NANOS = 1_000_000_000L;

    private EntitiesVocabulary() {}

    static EntitiesCommand<?> command(Words words) {
        String tenant = words.text("tenant", "");
        if (words.verb().equals("clear-faults")) {
            return new EntitiesCommand.ClearFaults(tenant, client(words));
        }
        if (words.verb().equals("manifest")) {
            return manifest(words, tenant);
        }
        EntityType type = type(words.subject());
        String id = id(words.subject());
        return switch (words.verb()) {
            case "register" -> new EntitiesCommand.Register(tenant, spec(words));
            case "unregister" -> new EntitiesCommand.Remove(tenant, type, id);
            case "lock" ->
                new EntitiesCommand.Acquire(
                        tenant,
                        type,
                        id,
                        needClient(words),
                        collections(words.text("scopes", "")),
                        seconds(words),
                        words.has("breaking"));
            case "extend" ->
                new EntitiesCommand.Extend(
                        tenant, type, id, needClient(words), words.number("nr", 0), seconds(words));
            case "unlock" ->
                new EntitiesCommand.Release(
                        tenant, type, id, needClient(words), words.number("nr", 0));
            case "report" ->
                new EntitiesCommand.Report(
                        tenant, type, id, words.need("code"), blob(words.need("value")));
            default ->
                new EntitiesCommand.Write(
                        tenant, type, id, client(words), collection(words), change(words));
        };
    }

    private static Change change(Words words) {
        return switch (words.verb()) {
            case "write" ->
                new Change.Put(words.need("key"), blob(words.need("value")), words.has("existing"));
            case "erase" -> new Change.Delete(words.need("key"));
            default -> new Change.Clear(words.text("prefix", ""));
        };
    }

    /** Parses the entities of a manifest: {@code apps/a<c} is an app of the component c. */
    private static EntitiesCommand<?> manifest(Words words, String tenant) {
        List<String> names = new ArrayList<>(List.of(words.subject()));
        names.addAll(words.others());
        boolean last = !names.remove("and-more");
        names.remove("empty");
        List<EntitySpec> specs = names.stream()
                .map(name -> {
                    String[] parts = name.split("<");
                    String parent = parts.length > 1 ? parts[1] : null;
                    EntityType type = type(parts[0]);
                    String id = id(parts[0]);
                    return new EntitySpec(type, id, id, parent, rules(words), null);
                })
                .toList();
        return new EntitiesCommand.Manifest(tenant, words.longNumber("edition", 1), specs, last);
    }

    static EntitiesSettings settings(Words words, EntitiesSettings old) {
        return new EntitiesSettings(
                words.text("locking", old.enabled() ? "on" : "off").equals("on"),
                words.longNumber("max-seconds", old.maxSeconds()),
                new TypeDefaults(
                        scopes(words, "component-scopes", old.components()),
                        old.components().breakable()),
                new TypeDefaults(
                        scopes(words, "app-scopes", old.apps()),
                        words.text("app-breakable", old.apps().breakable() ? "on" : "off")
                                .equals("on")),
                words.number("entities-max", old.entitiesMax()),
                words.number("items-max", old.itemsMax()),
                words.number("value-max", old.valueBytesMax()),
                words.longNumber("value-total", old.valueBytesTotalMax()),
                words.number("items-per-entity", old.itemsPerEntityMax()));
    }

    private static List<EntityCollection> scopes(Words words, String name, TypeDefaults old) {
        String text = words.text(name);
        return text == null ? old.requiredScopes() : collections(text);
    }

    /** Lists every entity with its lock and its items. */
    static List<String> list(Words words, Machine machine, ReadPoint at) {
        String tenant = words.text("tenant", "");
        List<String> lines = new ArrayList<>();
        for (EntityType type : EntityType.values()) {
            machine.read(new Query.ListEntities(tenant, type, 0), at)
                    .entities()
                    .forEach(entity -> lines.add(say(entity)
                            + Arrays.stream(EntityCollection.values())
                                    .map(c -> items(entity.spec(), c, tenant, machine, at))
                                    .collect(Collectors.joining())));
        }
        return lines.isEmpty() ? List.of("no entities") : lines;
    }

    private static String items(
            EntitySpec spec, EntityCollection of, String tenant, Machine machine, ReadPoint at) {
        return machine
                .read(new Query.FindItems(tenant, spec.type(), spec.id(), of, "", false), at)
                .items()
                .stream()
                .map(item -> " " + of.text() + "/" + item.key() + "="
                        + new String(item.value().bytes(), StandardCharsets.UTF_8))
                .collect(Collectors.joining());
    }

    static String check(Words words, Machine machine, ReadPoint at) {
        EntityAnswer.Checked checked = machine.read(
                new Query.CheckWrite(
                        words.text("tenant", ""),
                        type(words.subject()),
                        id(words.subject()),
                        client(words),
                        collection(words)),
                at);
        Outcome.EntityWriteRefused refused = checked.refused();
        EntityLockState own = checked.own();
        return (refused == null ? "free" : Sayings.of(refused))
                + (own == null ? "" : ", own " + say(own));
    }

    private static String say(EntityAnswer.Entity entity) {
        EntityLockState lock = entity.lock();
        return entity.spec().type().path() + "/" + entity.spec().id()
                + (lock == null ? "" : " " + say(lock));
    }

    static String say(EntityLockState lock) {
        String scopes = lock.scopes().isEmpty() ? "" : " on " + texts(lock.scopes());
        return "lock_" + lock.number() + " fence " + lock.fence() + scopes;
    }

    private static String texts(List<EntityCollection> collections) {
        return collections.stream().map(EntityCollection::text).collect(Collectors.joining(","));
    }

    private static EntitySpec spec(Words words) {
        String id = id(words.subject());
        String details = words.text("value");
        return new EntitySpec(
                type(words.subject()),
                id,
                words.text("owner", id),
                words.text("in"),
                rules(words),
                details == null ? null : blob(details));
    }

    private static LockRules rules(Words words) {
        String requires = words.text("requires");
        String breakable = words.text("breakable");
        return new LockRules(
                requires == null ? null : collections(requires),
                breakable == null ? null : breakable.equals("on"),
                words.longNumber("max", 0));
    }

    private static List<EntityCollection> collections(String text) {
        return Arrays.stream(text.split(","))
                .filter(name -> !name.isEmpty() && !name.equals("none"))
                .map(EntitiesVocabulary::named)
                .toList();
    }

    private static EntityCollection collection(Words words) {
        return named(words.need("of"));
    }

    private static EntityCollection named(String name) {
        return Objects.requireNonNull(EntityCollection.named(name), name);
    }

    private static EntityType type(String entity) {
        String path = entity.substring(0, entity.indexOf('/'));
        return Objects.requireNonNull(EntityType.ofPath(path), path);
    }

    private static String id(String entity) {
        return entity.substring(entity.indexOf('/') + 1);
    }

    private static long seconds(Words words) {
        return Words.nanos(words.need("for")) / SECOND_NANOS;
    }

    private static ClientId needClient(Words words) {
        return Objects.requireNonNull(client(words), "by whom?");
    }

    private static @Nullable ClientId client(Words words) {
        String by = words.text("by");
        return by == null ? null : new ClientId(2, by.hashCode());
    }

    private static Blob blob(String text) {
        return new Blob(text.getBytes(StandardCharsets.UTF_8));
    }
}
