package io.holdfast.core;

import io.holdfast.core.query.ClaimsPage;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.query.NodeQueue;
import io.holdfast.core.query.OwnedGrants;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.QueuePlace;
import io.holdfast.core.query.ResourceAnswer;
import io.holdfast.core.query.SessionView;

import org.jspecify.annotations.Nullable;

/** The pages of all queries: how many rows an answer has, and which query reads the next page. */
final class QueryPages {

    private QueryPages() {}

    /** Returns the number of rows in an answer; each of them must have been counted as visited. */
    static int rows(@Nullable Object answer) {
        return switch (answer) {
            case Query.StatsAnswer page -> page.keys().size();
            case ClaimsPage page -> page.claims().size();
            case SessionView.Page page -> page.sessions().size();
            case SessionView one -> one.holds().size() + one.waits().size();
            case OwnedGrants some -> some.grants().size();
            case ResourceAnswer.Page page -> page.rows().size();
            case ResourceAnswer one ->
                one.holders().size() + one.waiters().size() + one.history().size();
            case ResourceAnswer.PastPage page -> page.rows().size();
            case EntityAnswer.Listed page -> page.entities().size();
            case EntityAnswer.ItemNames page -> page.names().size();
            case Query.NodesPage page -> page.nodes().size();
            case Query.AgentsPage page -> page.agents().size();
            case Query.GraphAnswer page -> page.projects().size();
            case NodeQueue part -> part.items().size();
            case null, default -> 0;
        };
    }

    /** Returns the query of the next page; null after the last. */
    @SuppressWarnings("unchecked") // The answers of all pages have the same type.
    static <A extends @Nullable Object> @Nullable Query<A> next(Query<A> query, A answer) {
        Object next = switch (query) {
            case Query.LocksStats q -> {
                long last = ((Query.StatsAnswer) answer).last();
                yield last == Query.END ? null : new Query.LocksStats(q.tenant(), q.part(), last);
            }
            case Query.ListClaims q -> {
                ClaimsPage page = (ClaimsPage) answer;
                yield page.complete()
                        ? null
                        : new Query.ListClaims(
                                q.tenant(), q.filter(), page.lastId(), page.skipLeft(), q.max());
            }
            case Query.ListResources q -> after(q, ((ResourceAnswer.Page) answer).next());
            case Query.ListHistory q -> after(q, ((ResourceAnswer.PastPage) answer).next());
            case Query.ListSessions q -> after(q, ((SessionView.Page) answer).last());
            case Query.ListOwnedGrants q -> after(q, ((OwnedGrants) answer).next());
            case Query.ListEntities q -> {
                long last = ((EntityAnswer.Listed) answer).last();
                yield last == Query.END ? null : new Query.ListEntities(q.tenant(), q.type(), last);
            }
            case Query.FindItems q -> {
                EntityAnswer.Place place = ((EntityAnswer.Items) answer).next();
                yield place == null ? null : after(q, place.key());
            }
            case Query.ListItemNames q -> {
                String last = ((EntityAnswer.ItemNames) answer).next();
                yield last == null
                        ? null
                        : new Query.ListItemNames(
                                q.tenant(), q.type(), q.entity(), q.collection(), last);
            }
            case Query.ListFaults q -> {
                EntityAnswer.Place place = ((EntityAnswer.Items) answer).next();
                yield place == null ? null : new Query.ListFaults(q.tenant(), place);
            }
            case Query.ListNodes q -> {
                String last = ((Query.NodesPage) answer).lastId();
                yield last == null ? null : new Query.ListNodes(q.tenant(), last);
            }
            case Query.ListAgents q -> {
                long last = ((Query.AgentsPage) answer).last();
                yield last == Query.END ? null : new Query.ListAgents(q.tenant(), q.person(), last);
            }
            case Query.ReadGraph q -> {
                String last = ((Query.GraphAnswer) answer).lastProject();
                yield last == null ? null : new Query.ReadGraph(q.tenant(), last);
            }
            case Query.ReadQueue q -> {
                QueuePlace place = ((NodeQueue) answer).next();
                yield place.isEnd() ? null : q.at(place);
            }
            case Query.Gauges _,
                    Query.FindSession _,
                    Query.ShowSession _,
                    Query.FindSessionId _,
                    Query.FindPool _,
                    Query.FindResource _,
                    Query.FindClaim _,
                    Query.LastClaim _,
                    Query.FindEntity _,
                    Query.CheckWrite _,
                    Query.HasManifest _,
                    Query.FindNode _,
                    Query.FindMissing _,
                    Query.FindAgent _ -> null;
        };
        return (Query<A>) next;
    }

    private static Query.@Nullable ListHistory after(Query.ListHistory q, long last) {
        return last == Query.END
                ? null
                : new Query.ListHistory(q.tenant(), q.filter(), q.period(), last, q.max());
    }

    private static Query.@Nullable ListSessions after(Query.ListSessions q, long last) {
        return last == Query.END
                ? null
                : new Query.ListSessions(q.tenant(), q.owner(), last, q.max());
    }

    private static Query.@Nullable ListOwnedGrants after(
            Query.ListOwnedGrants q, ResourceAnswer.@Nullable Place place) {
        return place == null
                ? null
                : new Query.ListOwnedGrants(q.tenant(), q.owner(), place, q.max());
    }

    private static Query.@Nullable ListResources after(
            Query.ListResources q, ResourceAnswer.@Nullable Place place) {
        return place == null
                ? null
                : new Query.ListResources(q.tenant(), q.filter(), q.order(), place, q.max());
    }

    private static Query.FindItems after(Query.FindItems q, String key) {
        return new Query.FindItems(
                q.tenant(), q.type(), q.entity(), q.collection(), q.key(), q.one(), key);
    }
}
