package io.holdfast.server.nodes;

import io.holdfast.server.Client;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/** A client with a bearer token. */
record Person(Client client, String token) {

    static Person of(TestServer server, String token) {
        return new Person(server.client(), token);
    }

    String id() {
        return "person-" + token;
    }

    CompletableFuture<Reply> start(String method, String path, String body) {
        return client.start(method, path, body, "Authorization", "Bearer " + token);
    }

    Reply ask(String method, String path, String body) {
        return Client.await(start(method, path, body));
    }

    Reply post(String id, String verb, String body) {
        return ask("POST", "/v1/nodes/" + id + "/" + verb, body);
    }

    Reply claim(String id) {
        return post(id, "claim", "{}");
    }

    Reply renew(String id) {
        return post(id, "renew", "{}");
    }

    Reply extend(String id, long millis) {
        return post(id, "extend", "{\"ms\":" + millis + "}");
    }

    Reply release(String id) {
        return post(id, "release", "{}");
    }

    Reply status(String id, String status) {
        return post(id, "status", "{\"status\":\"" + status + "\"}");
    }

    Reply edge(String from, String type, String to) {
        return post(from, "edges", "{\"type\":\"" + type + "\",\"to\":\"" + to + "\"}");
    }

    JsonNode node(String id) {
        return ask("GET", "/v1/nodes/" + id, "").json();
    }

    String revision(String id) {
        return node(id).path("revision").asString();
    }

    /** Returns the number of a node's assigned edges to a person. */
    int assigned(String id, Person person) {
        int count = 0;
        for (JsonNode edge : node(id).path("frontmatter").path("edges")) {
            boolean assigned = edge.path("type").asString().equals("assigned");
            count += assigned && edge.path("to").asString().equals(person.id()) ? 1 : 0;
        }
        return count;
    }

    JsonNode queue(String query) {
        return ask("GET", "/v1/queue" + query, "").json();
    }

    /** Returns a node's item in a queue, or a missing node. */
    static JsonNode item(JsonNode queue, String id) {
        for (JsonNode item : queue.path("items")) {
            if (item.path("id").asString().equals(id)) {
                return item;
            }
        }
        return tools.jackson.databind.node.MissingNode.getInstance();
    }

    /** Writes a task with this id. */
    Reply task(String id) {
        return write(markdown(id, "task", ""));
    }

    static String markdown(String id, String type, String more) {
        return "---\nid: " + id + "\ntype: " + type + "\ntitle: Title of " + id
                + "\nsummary: What it is about\ndate: 2026-06-21\n" + more + "---\nBody.\n";
    }

    Reply write(String markdown) {
        return write(markdown, "\"if_exists\":\"error\"");
    }

    Reply write(String markdown, String manner) {
        String text = markdown.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
        return ask("POST", "/v1/nodes", "{\"nodes\":[{\"node\":\"" + text + "\"," + manner + "}]}");
    }

    static JsonNode lease(Reply reply) {
        return reply.json().path("lease");
    }

    static long expires(Reply reply) {
        return lease(reply).path("expires").asLong();
    }

    static String code(Reply reply) {
        return reply.json().path("error").path("code").asString();
    }

    static String message(Reply reply) {
        return reply.json().path("error").path("message").asString();
    }
}
