package io.holdfast.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.log.GroupControl;
import io.holdfast.server.auth.Role;
import io.holdfast.server.http.Dialect;
import io.holdfast.server.http.ErrorShape;
import io.holdfast.server.http.RefusalShape;
import io.holdfast.server.http.Route;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Checks the alert rules; {@link MetricNamesTest} checks the metrics that they use. */
final class AlertRulesTest {

    private static final Path RULES = Path.of(System.getProperty("holdfast.root", ".."))
            .resolve(Path.of("docs", "alerts", "holdfast.rules.yml"));

    @TempDir
    private Path directory;

    private static List<Map<?, ?>> rules() throws IOException {
        Object file =
                new Load(LoadSettings.builder().build()).loadFromString(Files.readString(RULES));
        List<Map<?, ?>> rules = new ArrayList<>();
        for (Object group : list(file, "groups")) {
            for (Object rule : list(group, "rules")) {
                rules.add((Map<?, ?>) rule);
            }
        }
        return rules;
    }

    private static List<?> list(@Nullable Object map, String name) {
        return (List<?>) Objects.requireNonNull(map(map).get(name), name);
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return (Map<?, ?>) Objects.requireNonNull(value);
    }

    /** Returns the metrics of a cluster member that has served a request. */
    private String metrics() {
        Metrics metrics = new Metrics(() -> Readiness.READY, () -> StateCounts.NONE);
        Route route = Route.of(
                        "GET",
                        "/x",
                        new Dialect("test", ErrorShape.JSON, RefusalShape.JSON),
                        "x",
                        exchange -> {})
                .needs(Role.USER);
        metrics.serves(List.of(route));
        metrics.ended(route, "GET", 503, 1);
        metrics.log().directory(directory);
        metrics.log().synced(1_000_000);
        metrics.certificates().inUse(CertificateMeter.Use.PEERS, Instant.ofEpochSecond(7));
        metrics.log()
                .group(() -> new GroupControl.Status(
                        "c",
                        "n1",
                        "n1",
                        3,
                        100,
                        99,
                        List.of(
                                new GroupControl.Member("n1", "h:1", 100, 0),
                                new GroupControl.Member("n2", "h:2", 58, 1500),
                                new GroupControl.Member(
                                        "n3",
                                        "h:3",
                                        GroupControl.Member.UNKNOWN,
                                        GroupControl.Member.UNKNOWN))));
        return metrics.render("text/plain; version=0.0.4; charset=utf-8");
    }

    @Test
    void everyAlertHasSeverityAndDescription() throws IOException {
        Set<String> names = new TreeSet<>();
        for (Map<?, ?> rule : rules()) {
            String name = String.valueOf(rule.get("alert"));
            assertThat(names.add(name)).as(name).isTrue();
            assertThat(name).startsWith("Holdfast");
            assertThat(map(rule.get("labels")).get("severity"))
                    .as(name)
                    .isIn("warning", "critical");
            Map<?, ?> annotations = map(rule.get("annotations"));
            assertThat(String.valueOf(annotations.get("summary"))).as(name).hasSizeGreaterThan(10);
            assertThat(String.valueOf(annotations.get("description"))).as(name).endsWith(".");
        }
        assertThat(names).hasSizeGreaterThan(10);
    }

    /** All members report cluster-wide metrics; an alert on them must fire once, not per member. */
    @Test
    void clusterWideAlertsFireOnce() throws IOException {
        Pattern ofGroup = Pattern.compile(
                "(raft_(has_leader|term|follower|peer))|_waiters|_(grants|grant|waits)_");
        for (Map<?, ?> rule : rules()) {
            String expression = String.valueOf(rule.get("expr"));
            if (ofGroup.matcher(expression).find()) {
                assertThat(expression).contains("max by (job");
            }
        }
    }

    @Test
    void clusterMetricsAreLabelledByPeerAndOmitUnknownValues() {
        assertThat(metrics())
                .contains("holdfast_raft_is_leader 1.0\n")
                .contains("holdfast_raft_term 3.0\n")
                .contains("holdfast_raft_follower_lag_entries{peer=\"n2\"} 42.0\n")
                .contains("holdfast_raft_peer_heard_seconds{peer=\"n2\"} 1.5\n")
                .doesNotContain("peer=\"n1\"")
                .doesNotContain("peer=\"n3\"");
    }
}
