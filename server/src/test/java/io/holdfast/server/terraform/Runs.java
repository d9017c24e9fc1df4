package io.holdfast.server.terraform;

import static org.awaitility.Awaitility.await;

import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;

/** The requests that runs of OpenTofu and Terraform send. */
record Runs(TestServer server) {

    static final String PATH = "/v1/terraform/network";

    /**
     * Waits until the server can lock states: the members of a new cluster first have to report
     * which formats they read.
     */
    static Runs of(TestServer server, String... headers) {
        Runs runs = new Runs(server);
        String other = "/v1/terraform/other";
        String info = info("first", "test");
        await().until(() -> runs.ask("LOCK", other, info, headers).status() != 503);
        runs.ask("UNLOCK", other, info, headers);
        return runs;
    }

    /** Returns the LockInfo that a run sends. */
    static String info(String id, String who) {
        return "{\"ID\":\"" + id
                + "\",\"Operation\":\"OperationTypeApply\",\"Info\":\"\",\"Who\":\""
                + who + "\",\"Version\":\"1.12.6\",\"Created\":\"2026-11-19T20:30:00.123456789Z\","
                + "\"Path\":\"\"}";
    }

    /** Returns what {@code tofu force-unlock} sends, which knows only the ID. */
    static String idOnly(String id) {
        return "{\"ID\":\"" + id + "\",\"Operation\":\"\",\"Info\":\"\",\"Who\":\"\","
                + "\"Version\":\"\",\"Created\":\"0001-01-01T00:00:00Z\",\"Path\":\"\"}";
    }

    Reply lock(String id, String who, String... headers) {
        return ask("LOCK", PATH, info(id, who), headers);
    }

    Reply lockFor(String lease, String id, String who) {
        return ask("LOCK", PATH + "?lease=" + lease, info(id, who));
    }

    Reply unlock(String id, String who, String... headers) {
        return ask("UNLOCK", PATH, info(id, who), headers);
    }

    Reply forceUnlock(String id, String... headers) {
        return ask("UNLOCK", PATH, idOnly(id), headers);
    }

    Reply ask(String method, String path, String body, String... headers) {
        return server.client().ask(method, path, body, headers);
    }
}
