package io.holdfast.client.examples;

import io.holdfast.client.Event;
import io.holdfast.client.EventFilter;
import io.holdfast.client.EventStream;
import io.holdfast.client.Holdfast;
import io.holdfast.client.ResourceInfo;
import io.holdfast.client.ResourceQuery;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Resources and events. */
final class ResourceExamples {

    private ResourceExamples() {}

    static List<String> resources(Holdfast client) {
        List<String> lines = new ArrayList<>();
        // @start region="resources"
        ResourceQuery query = ResourceQuery.ALL.withApi("locks").withPrefix("dep");
        for (ResourceInfo info : client.resources().list(query).resources()) {
            info.holder().ifPresent(holder -> lines.add(info.key() + ": " + holder.owner()));
        }
        client.resources()
                .find("locks", "deploy")
                .flatMap(ResourceInfo::holder)
                .ifPresent(holder -> client.resources()
                        .breakGrant("locks", "deploy", holder.fence(), "the job hangs"));
        // @end
        return lines;
    }

    static EventStream events(Holdfast client, Consumer<Event> shown) {
        // @start region="events"
        EventFilter filter = EventFilter.ALL.withApi("locks").withKinds("granted", "released");
        EventStream stream = client.events(filter, event -> shown.accept(event));
        // @end
        return stream;
    }
}
