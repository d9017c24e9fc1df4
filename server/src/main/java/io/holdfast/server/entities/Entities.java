package io.holdfast.server.entities;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.outcome.EntitiesOutcome;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import io.holdfast.server.config.EntitiesFiles;
import io.holdfast.server.config.YamlProblem;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.text.JsonValues;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Handles the routes that list, describe, register and remove entities. */
final class Entities {

    private final EntityCalls calls;
    private final Lists lists;

    Entities(EntityCalls calls) {
        this.calls = calls;
        this.lists = new Lists(calls);
    }

    /** Describes the API, so that clients learn whether locking is enabled. */
    void root(Exchange exchange) {
        // Every answer says whether locking is enabled. A lookup of one entity costs the least.
        Query<EntityAnswer.Found> query =
                new Query.FindEntity(exchange.actor().tenant(), EntityType.AREA, "");
        calls.requests.read(exchange, query, (found, point) -> {
            Map<String, Object> capabilities = new LinkedHashMap<>();
            capabilities.put("locking", found.enabled());
            for (EntityCollection collection : EntityCollection.values()) {
                capabilities.put(collection.text().replace('-', '_'), true);
            }
            List<Object> endpoints = new ArrayList<>();
            for (EntityType type : EntityType.values()) {
                endpoints.add(EntitiesDialect.BASE + "/" + type.path());
            }
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("name", "holdfast");
            body.put("api_base", EntitiesDialect.BASE);
            body.put("endpoints", endpoints);
            body.put("capabilities", capabilities);
            exchange.reply(200, JsonValues.bytes(body));
        });
    }

    void health(Exchange exchange) {
        exchange.reply(200, JsonValues.bytes(Map.of("status", "healthy")));
    }

    void list(Exchange exchange) {
        EntityType type = EntityType.ofPath(exchange.pathParameter(0));
        if (type == null) {
            EntityError.unrouted(exchange).reply(exchange);
            return;
        }
        lists.entities(exchange, type, Entities::json);
    }

    void find(Exchange exchange) {
        Target target = Target.of(exchange, false);
        EntityError fault = target == null ? EntityError.unrouted(exchange) : target.idFault();
        if (target == null || fault != null) {
            (fault == null ? EntityError.unrouted(exchange) : fault).reply(exchange);
            return;
        }
        calls.find(exchange, target, found -> {
            EntityAnswer.Entity entity = found.entity();
            EntityError unknown = EntityError.ofEntity(target.type(), target.id(), found.actual());
            if (unknown != null) {
                unknown.reply(exchange);
            } else if (entity != null) {
                exchange.reply(200, JsonValues.bytes(json(entity, found.enabled())));
            }
        });
    }

    private static Map<String, Object> json(EntityAnswer.Entity entity, Boolean enabled) {
        EntitySpec spec = entity.spec();
        String path = EntitiesDialect.BASE + "/" + spec.type().path() + "/" + spec.id();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", spec.id());
        json.put("name", spec.name());
        json.put("href", path);
        if (spec.parent() != null) {
            json.put(spec.type() == EntityType.APP ? "is_located_on" : "area", spec.parent());
        }
        Blob details = spec.details();
        if (details != null) {
            String members = new String(details.bytes(), StandardCharsets.UTF_8);
            json.put("details", new Blob(("{" + members + "}").getBytes(StandardCharsets.UTF_8)));
        }
        List<Object> capabilities = new ArrayList<>();
        if (spec.type().lockable()) {
            if (enabled) {
                capabilities.add(capability("locks", path));
            }
            for (EntityCollection collection : EntityCollection.values()) {
                capabilities.add(capability(collection.text(), path));
            }
            json.put(
                    "x-sovd-lock-required",
                    entity.requiredScopes().stream().map(EntityCollection::text).toList());
        }
        json.put("capabilities", capabilities);
        return json;
    }

    private static Map<String, Object> capability(String name, String path) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("href", path + "/" + name);
        return json;
    }

    void register(Exchange exchange) {
        EntityType type = EntityType.ofPath(exchange.pathParameter(0));
        if (type == null) {
            EntityError.unrouted(exchange).reply(exchange);
            return;
        }
        EntitySpec spec;
        try {
            if (Bodies.members(exchange.body()) == null) {
                EntityError.badRequest("Invalid JSON in request body", "expected a JSON object")
                        .reply(exchange);
                return;
            }
            spec = EntitiesFiles.entity(type, new String(exchange.body(), StandardCharsets.UTF_8));
        } catch (YamlProblem e) {
            EntityError.invalid("Invalid entity", e.reason()).reply(exchange);
            return;
        }
        String path = EntitiesDialect.BASE + "/" + type.path() + "/" + spec.id();
        calls.submit(
                exchange,
                new EntitiesCommand.Register(exchange.actor().tenant(), spec),
                outcome -> registered(exchange, type, spec.id(), outcome, () -> {
                    exchange.header("Location", path);
                    Map<String, Object> body = new LinkedHashMap<>();
                    body.put("id", spec.id());
                    body.put("name", spec.name());
                    body.put("href", path);
                    exchange.reply(201, JsonValues.bytes(body));
                }));
    }

    private static void registered(
            Exchange exchange,
            EntityType type,
            String id,
            EntitiesOutcome.Register outcome,
            Runnable done) {
        switch (outcome) {
            case Outcome.Done _ -> done.run();
            case Outcome.EntityMissing missing -> {
                Target target = new Target(exchange.actor().tenant(), type, id);
                EntityError.missing(target, missing).reply(exchange);
            }
            case Outcome.EntityRegistrationRefused refused ->
                registration(id, refused).reply(exchange);
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }

    private static EntityError registration(String id, Outcome.EntityRegistrationRefused refused) {
        return switch (refused.reason()) {
            case EXISTS ->
                new EntityError(
                        409,
                        EntityError.INVALID_REQUEST,
                        "There is an entity of this id already",
                        Map.of("entity_id", id));
            case NO_PARENT ->
                EntityError.invalid(
                        "Unknown parent", "there is no entity \"" + refused.parent() + "\"");
            case OF_MANIFEST ->
                new EntityError(
                        409,
                        EntityError.INVALID_REQUEST,
                        "The manifest has this entity; remove it there",
                        Map.of("entity_id", id));
        };
    }

    void remove(Exchange exchange) {
        Target target = Target.of(exchange, false);
        EntityError fault = target == null ? EntityError.unrouted(exchange) : target.idFault();
        if (target == null || fault != null) {
            (fault == null ? EntityError.unrouted(exchange) : fault).reply(exchange);
            return;
        }
        calls.submit(
                exchange,
                new EntitiesCommand.Remove(target.tenant(), target.type(), target.id()),
                outcome -> registered(
                        exchange,
                        target.type(),
                        target.id(),
                        outcome,
                        () -> exchange.replyEmpty(204)));
    }
}
