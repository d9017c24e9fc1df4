package io.holdfast.server.claims;

import io.holdfast.server.Client;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A test client of the claims API. */
record Claims(TestServer server) {

    private static final String PATH = "/v1/claims/";

    Client client() {
        return server.client();
    }

    Reply post(String body, String... headers) {
        return client().post(PATH, body, headers);
    }

    Reply create(String resource, double ttl) {
        return post("{\"resource\":\"" + resource + "\",\"ttl\":" + ttl + "}");
    }

    Reply get(long id, String... headers) {
        return client().get(PATH + id + "/", headers);
    }

    Reply patch(long id, String body, String... headers) {
        return client().ask("PATCH", PATH + id + "/", body, headers);
    }

    Reply status(long id, String status) {
        return patch(id, "{\"status\":\"" + status + "\"}");
    }

    Reply ttl(long id, double ttl) {
        return patch(id, "{\"ttl\":" + ttl + "}");
    }

    Reply list(String query) {
        return client().get(PATH + (query.isEmpty() ? "" : "?" + query));
    }

    /** Returns the ids of a list, which only the claims' URLs contain. */
    List<Long> ids(String query) {
        Reply reply = list(query);
        if (reply.status() != 200) {
            throw new AssertionError(reply);
        }
        return ids(reply);
    }

    static List<Long> ids(Reply list) {
        List<Long> ids = new ArrayList<>();
        for (JsonNode claim : list.json()) {
            ids.add(id(claim));
        }
        return ids;
    }

    static long id(JsonNode claim) {
        String[] parts = claim.path("url").asString().split("/", -1);
        return Long.parseLong(parts[parts.length - 2]);
    }

    static long id(Reply reply) {
        return id(reply.json());
    }

    /** Creates a claim with this status on its own resource. */
    long withStatus(String status, String resource) {
        if (status.equals("waiting")) {
            create(resource, 60);
            return id(create(resource, 60));
        }
        long id = id(create(resource, status.equals("expired") ? 0 : 60));
        switch (status) {
            case "active" -> {}
            case "expired" -> server.clock().advanceSeconds(1);
            default -> status(id, status);
        }
        return id;
    }
}
