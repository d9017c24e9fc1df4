package io.holdfast.sim;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.EntitiesCommand.Change;
import io.holdfast.core.command.EntitiesSettings;
import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import io.holdfast.core.value.LockRules;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Entities requests in the language of core's scenario files. */
final class EntityText {

    private EntityText() {}

    static String of(EntitiesCommand<?> command) {
        return switch (command) {
            case EntitiesCommand.Register c -> "register " + spec(c.spec());
            case EntitiesCommand.Remove c -> "unregister " + name(c);
            case EntitiesCommand.Manifest c -> manifest(c);
            case EntitiesCommand.Acquire c ->
                "lock " + name(c) + by(c.client()) + " for " + c.seconds() + "s scopes "
                        + texts(c.scopes()) + (c.breaking() ? " breaking" : "");
            case EntitiesCommand.Extend c ->
                "extend " + name(c) + by(c.client()) + " nr " + c.lock() + " for " + c.seconds()
                        + "s";
            case EntitiesCommand.Release c ->
                "unlock " + name(c) + by(c.client()) + " nr " + c.lock();
            case EntitiesCommand.Report c ->
                "report " + name(c) + " code " + c.code() + " value " + text(c.value());
            case EntitiesCommand.ClearFaults c -> "clear-faults" + by(c.client());
            case EntitiesCommand.Write c -> write(c);
        };
    }

    static String settings(EntitiesSettings settings) {
        return " locking " + flag(settings.enabled())
                + " max-seconds " + settings.maxSeconds()
                + " component-scopes " + texts(settings.components().requiredScopes())
                + " app-scopes " + texts(settings.apps().requiredScopes())
                + " app-breakable " + flag(settings.apps().breakable())
                + " entities-max " + settings.entitiesMax()
                + " items-max " + settings.itemsMax()
                + " value-max " + settings.valueBytesMax()
                + " value-total " + settings.valueBytesTotalMax()
                + " items-per-entity " + settings.itemsPerEntityMax();
    }

    private static String write(EntitiesCommand.Write c) {
        String where = name(c) + " of " + c.collection().text() + by(c.client());
        return switch (c.change()) {
            case Change.Put put ->
                "write " + where + " key " + put.key() + " value " + text(put.value())
                        + (put.mustExist() ? " existing" : "");
            case Change.Delete delete -> "erase " + where + " key " + delete.key();
            case Change.Clear clear ->
                "clear " + where + (clear.prefix().isEmpty() ? "" : " prefix " + clear.prefix());
        };
    }

    private static String manifest(EntitiesCommand.Manifest c) {
        StringBuilder text = new StringBuilder("manifest");
        for (EntitySpec spec : c.entities()) {
            text.append(' ').append(name(spec.type(), spec.id()));
            text.append(spec.parent() == null ? "" : "<" + spec.parent());
        }
        text.append(c.entities().isEmpty() ? " empty" : "").append(c.last() ? "" : " and-more");
        return text.append(" edition ").append(c.edition()).toString();
    }

    private static String spec(EntitySpec spec) {
        LockRules rules = spec.rules();
        List<EntityCollection> required = rules.requiredScopes();
        Boolean breakable = rules.breakable();
        return name(spec.type(), spec.id())
                + (spec.parent() == null ? "" : " in " + spec.parent())
                + (required == null ? "" : " requires " + texts(required))
                + (breakable == null ? "" : " breakable " + flag(breakable))
                + " max " + rules.maxSeconds();
    }

    private static String name(EntitiesCommand.OfEntity<?> command) {
        return name(command.type(), command.entity());
    }

    private static String name(EntityType type, String id) {
        return type.path() + "/" + id;
    }

    private static String by(@Nullable ClientId client) {
        for (int number = 0; number < EntityDraws.CLIENTS; number++) {
            if (EntityDraws.client(number).equals(client)) {
                return " by u" + number;
            }
        }
        return "";
    }

    private static String texts(List<EntityCollection> collections) {
        return collections.isEmpty()
                ? "none"
                : collections.stream().map(EntityCollection::text).collect(Collectors.joining(","));
    }

    private static String text(Blob value) {
        return new String(value.bytes(), StandardCharsets.US_ASCII);
    }

    private static String flag(boolean on) {
        return on ? "on" : "off";
    }
}
