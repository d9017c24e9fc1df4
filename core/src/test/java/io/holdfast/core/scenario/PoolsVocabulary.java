package io.holdfast.core.scenario;

import io.holdfast.core.command.Command;
import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.scenario.Script.Asked;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;

/** The verbs of pools: put, delete, borrow, return. A borrow is identified by its label. */
final class PoolsVocabulary {

    private static final LeaseId NONE = new LeaseId(0x4000, 0);

    private final Script script;
    private long leases;

    PoolsVocabulary(Script script) {
        this.script = script;
    }

    static ResourceName name(String pool) {
        return name("", pool);
    }

    private static ResourceName name(String tenant, String pool) {
        return new ResourceName(tenant, Space.POOLS, pool);
    }

    void run(Words words) {
        ResourceName name = name(words.text("tenant", ""), words.subject());
        Command<?> command = switch (words.verb()) {
            case "put" ->
                new PoolsCommand.Put(name, words.number("count", 1), !words.has("limited"));
            case "delete" -> new PoolsCommand.Delete(name);
            case "borrow" ->
                new PoolsCommand.Borrow(
                        name,
                        words.nanos("wait", 0),
                        words.nanos("ttl", 30_000_000_000L),
                        new LeaseId(0x4000, ++leases));
            default -> new PoolsCommand.Return(name, lease(words.need("lease")));
        };
        String label = words.verb().equals("borrow")
                ? words.need("as")
                : words.verb() + " " + words.text("lease", words.subject());
        script.ask(words, label, command);
    }

    void abandon(Words words, Asked call, PoolsCommand<?> borrowed) {
        PoolsCommand.Abandon abandon = new PoolsCommand.Abandon(
                borrowed.name(),
                call.origin,
                words.has("granted") ? call.lent : null,
                call.request);
        // The member that the client is connected to detects the disconnect.
        Words way = words.with("via", call.origin.member());
        script.ask(way, "hang-up of " + words.subject(), abandon, null);
    }

    private LeaseId lease(String label) {
        Asked call = script.call(label);
        LeaseId lease = call == null ? null : call.lent;
        return lease == null ? NONE : lease;
    }
}
