package io.holdfast.server.entities;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.server.entities.Store.Request;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.text.JsonValues;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Handles reads: lists of a collection, and single items as they were stored. */
final class StoreReads {

    private static final Blob LOGS_AS_THEY_ARE = new Blob(
            "{\"severity_filter\":\"debug\",\"max_entries\":100}".getBytes(StandardCharsets.UTF_8));

    private final EntityCalls calls;
    private final Lists lists;

    StoreReads(EntityCalls calls, Lists lists) {
        this.calls = calls;
        this.lists = lists;
    }

    /** Returns false if the path is not served. */
    boolean serve(Request request) {
        EntityCollection collection = request.collection();
        boolean executions = request.isExecutions();
        switch (collection) {
            case DATA, CONFIGURATIONS -> plain(request);
            case MODES, CYCLIC_SUBSCRIPTIONS -> {
                if (request.depth() > 1) {
                    return false;
                }
                plain(request);
            }
            case FAULTS -> faults(request);
            case LOGS -> {
                return logs(request);
            }
            case OPERATIONS, SCRIPTS -> {
                if (request.depth() > 3 || request.depth() > 1 && !executions) {
                    return false;
                }
                withExecutions(request);
            }
            case BULK_DATA -> {
                if (request.depth() > 2) {
                    return false;
                }
                bulk(request);
            }
        }
        return true;
    }

    /** Reads one item and continues if it exists. */
    private void find(Request request, Consumer<EntityAnswer.Item> then) {
        find(request, request.key(), true, found -> {
            if (found.isEmpty()) {
                EntityError.noItem(request.target().id(), request.collection(), request.key())
                        .reply(request.exchange());
            } else {
                then.accept(found.getFirst());
            }
        });
    }

    /** Reads the item with the key, or the first items with the prefix. */
    private void find(
            Request request, String key, boolean one, Consumer<List<EntityAnswer.Item>> then) {
        Target target = request.target();
        Query<EntityAnswer.Items> query = new Query.FindItems(
                target.tenant(), target.type(), target.id(), request.collection(), key, one);
        calls.requests.read(request.exchange(), query, (found, point) -> {
            EntityError unknown = EntityError.ofItems(target.type(), target.id(), found);
            if (unknown != null) {
                unknown.reply(request.exchange());
            } else {
                then.accept(found.items());
            }
        });
    }

    private void plain(Request request) {
        if (request.depth() == 0) {
            lists.items(request, "", item -> id(request, item.key(), item.key()));
        } else {
            find(request, item -> item(request.exchange(), item));
        }
    }

    private static Map<String, Object> id(Request request, String id, String key) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", id);
        json.put("href", request.href(key));
        return json;
    }

    private static void item(Exchange exchange, EntityAnswer.Item item) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", item.key());
        json.put("data", item.value());
        exchange.reply(200, JsonValues.bytes(json));
    }

    private void faults(Request request) {
        if (request.depth() == 0) {
            lists.items(request, "", Faults::json);
        } else {
            find(
                    request,
                    item -> request.exchange().reply(200, JsonValues.bytes(Faults.json(item))));
        }
    }

    /** Holdfast stores no log entries, only the log configuration. */
    private boolean logs(Request request) {
        if (request.depth() == 0) {
            lists.items(request, "none", item -> item.value());
            return true;
        }
        if (!request.key().equals("configuration")) {
            return false;
        }
        find(request, request.key(), false, items -> {
            Blob value = items.isEmpty() ? LOGS_AS_THEY_ARE : items.getFirst().value();
            request.exchange().reply(200, JsonValues.bytes(value));
        });
        return true;
    }

    /** Reads operations and scripts by name, and the executions below them. */
    private void withExecutions(Request request) {
        switch (request.depth()) {
            case 0 -> names(request);
            case 1 -> {
                if (request.collection() == EntityCollection.SCRIPTS) {
                    plain(request);
                } else {
                    operation(request);
                }
            }
            case 2 -> lists.items(request, request.key() + "/", EntityAnswer.Item::value);
            default ->
                find(
                        request,
                        item -> request.exchange().reply(200, JsonValues.bytes(item.value())));
        }
    }

    /** An operation exists if it has an execution. */
    private void operation(Request request) {
        String name = request.key();
        find(request, name + "/", false, items -> {
            if (items.isEmpty()) {
                EntityError.noItem(request.target().id(), request.collection(), name)
                        .reply(request.exchange());
            } else {
                request.exchange().reply(200, JsonValues.bytes(id(request, name, name)));
            }
        });
    }

    private void names(Request request) {
        lists.names(request, name -> id(request, name, name));
    }

    private void bulk(Request request) {
        switch (request.depth()) {
            case 0 -> names(request);
            case 1 ->
                lists.items(request, request.key() + "/", item -> {
                    String file = item.key().substring(request.key().length() + 1);
                    Map<String, Object> json = id(request, file, item.key());
                    json.put("size", (long) item.value().size());
                    json.put("creation_date", LockJson.instant(item.createdMillis()));
                    return json;
                });
            default ->
                find(request, item -> {
                    // Prevents browsers from showing uploaded content as a page of this server.
                    request.exchange().header("Content-Disposition", "attachment");
                    request.exchange()
                            .reply(200, "application/octet-stream", item.value().bytes());
                });
        }
    }
}
