package io.holdfast.server.entities;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Client;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/** A client of the entities API. Entities are written as {@code apps/a}. */
record EntityClient(Client http, String id) {

    static final String BASE = "/api/v1/";

    static EntityClient of(TestServer server, String id) {
        return new EntityClient(server.client(), id);
    }

    /** Registers component c with apps a and b, an independent app, and a second component. */
    static void example(TestServer server) {
        register(server, "areas", "{'id':'front'}");
        register(server, "components", "{'id':'c','area':'front'}");
        register(server, "components", "{'id':'d'}");
        register(server, "apps", "{'id':'a','is_located_on':'c'}");
        register(server, "apps", "{'id':'b','is_located_on':'c'}");
        register(server, "apps", "{'id':'free'}");
        register(server, "functions", "{'id':'f','hosted_by':['a']}");
    }

    static void register(TestServer server, String type, String body) {
        Reply reply = server.client().post(BASE + type, quoted(body));
        assertThat(reply.status()).as(reply.toString()).isEqualTo(201);
    }

    /** Replaces single quotes, which are easier to read in Java, with double quotes. */
    static String quoted(String json) {
        return json.replace('\'', '"');
    }

    Reply ask(String method, String path, String body) {
        return Client.await(start(method, path, body));
    }

    CompletableFuture<Reply> start(String method, String path, String body) {
        return id.isEmpty()
                ? http.start(method, BASE + path, quoted(body))
                : http.start(method, BASE + path, quoted(body), "X-Client-Id", id);
    }

    /** Acquires a lock for the given seconds. */
    Reply lock(String entity, long seconds, String... scopes) {
        String list = scopes.length == 0 ? "" : ",'scopes':['" + String.join("','", scopes) + "']";
        return ask("POST", entity + "/locks", "{'lock_expiration':" + seconds + list + "}");
    }

    Reply breakLock(String entity, long seconds) {
        return ask(
                "POST", entity + "/locks", "{'lock_expiration':" + seconds + ",'break_lock':true}");
    }

    Reply extend(String entity, String lock, long seconds) {
        return ask("PUT", entity + "/locks/" + lock, "{'lock_expiration':" + seconds + "}");
    }

    Reply release(String entity, String lock) {
        return ask("DELETE", entity + "/locks/" + lock, "");
    }

    Reply get(String path) {
        return ask("GET", path, "");
    }

    /** Writes a datum. */
    Reply write(String entity, String value) {
        return ask("PUT", entity + "/data/x", "{'data':" + value + "}");
    }

    /** Writes a configuration. */
    Reply configure(String entity, String value) {
        return ask("PUT", entity + "/configurations/x", "{'data':" + value + "}");
    }

    JsonNode locks(String entity) {
        return get(entity + "/locks").json().path("items");
    }

    static String code(Reply reply) {
        return reply.text("error_code");
    }

    static JsonNode parameters(Reply reply) {
        return reply.json().path("parameters");
    }

    static String parameter(Reply reply, String name) {
        return parameters(reply).path(name).asString("");
    }

    /** Asserts that the reply has this error status and code. */
    static void refused(Reply reply, int status, String code) {
        assertThat(reply.status() + " " + code(reply))
                .as(reply.toString())
                .isEqualTo(status + " " + code);
    }
}
