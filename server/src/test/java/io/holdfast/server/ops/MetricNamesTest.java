package io.holdfast.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Client;
import io.holdfast.server.SharedCluster;
import io.holdfast.server.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares the documented metrics, the alert rules and the Grafana dashboard with {@code /metrics}
 * of a running cluster: a renamed metric would silence an alert and empty a plot.
 */
@ExtendWith(SharedCluster.class)
final class MetricNamesTest {

    private static final Path DOCS =
            Path.of(System.getProperty("holdfast.root", "..")).resolve("docs");

    /** Labels that Prometheus adds, or that only a scrape has. */
    private static final Set<String> OF_TARGET = Set.of("job", "instance", "le");

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z_]+)` \\|(.*?)\\| ");

    private static final Scrape SCRAPE = new Scrape();

    @BeforeAll
    static void scrape(TestServers cluster) {
        // A refused request and the line protocol have series of their own.
        cluster.client(1).get("/nothing");
        for (int node = 1; node <= 3; node++) {
            cluster.node(node).connect().ask("stats", "-", "");
        }
        Awaitility.await()
                .untilAsserted(() -> assertThat(shown(cluster))
                        .contains("holdfast_raft_follower_lag_entries{peer=")
                        .contains("holdfast_line_requests_total{"));
        SCRAPE.add(shown(cluster));
        // Of a server with a certificate.
        Metrics metrics = new Metrics(() -> Readiness.READY, () -> StateCounts.NONE);
        metrics.certificates().inUse(CertificateMeter.Use.CLIENTS, Instant.ofEpochSecond(7));
        SCRAPE.add(metrics.render("text/plain; version=0.0.4; charset=utf-8"));
    }

    /** Returns the metrics of all members; some are reported by the leader only. */
    private static String shown(TestServers cluster) {
        StringBuilder shown = new StringBuilder();
        for (int node = 1; node <= 3; node++) {
            Client client = cluster.client(node);
            shown.append(client.get("/metrics").body()).append('\n');
        }
        return shown.toString();
    }

    @Test
    void tableOfMetricsIsComplete() throws IOException {
        Map<String, Set<String>> documented = new TreeMap<>();
        Matcher row = ROW.matcher(Files.readString(DOCS.resolve("operating/monitor.md")));
        while (row.find()) {
            if (row.group(1).startsWith("holdfast_") || row.group(1).startsWith("dflockd_")) {
                documented.put(row.group(1), labels(row.group(2)));
            }
        }
        Map<String, Set<String>> served = new TreeMap<>();
        for (String name : SCRAPE.types().keySet()) {
            if (name.startsWith("holdfast_") || name.startsWith("dflockd_")) {
                served.put(name, SCRAPE.labels(name));
            }
        }
        assertThat(documented).isEqualTo(served);
    }

    private static Set<String> labels(String cell) {
        Set<String> labels = new TreeSet<>();
        Matcher label = Pattern.compile("`([a-z]+)`").matcher(cell);
        while (label.find()) {
            labels.add(label.group(1));
        }
        return labels;
    }

    @Test
    void alertRulesUseExistingMetricsAndLabels() throws IOException {
        Object file = new Load(LoadSettings.builder().build())
                .loadFromString(
                        Files.readString(DOCS.resolve(Path.of("alerts", "holdfast.rules.yml"))));
        int rules = 0;
        for (Object group : list(file, "groups")) {
            for (Object rule : list(group, "rules")) {
                check(String.valueOf(((Map<?, ?>) rule).get("expr")));
                rules++;
            }
        }
        assertThat(rules).isGreaterThan(15);
    }

    private static List<?> list(@Nullable Object map, String name) {
        Object value = ((Map<?, ?>) Objects.requireNonNull(map)).get(name);
        return (List<?>) Objects.requireNonNull(value, name);
    }

    @Test
    void dashboardUsesExistingMetricsAndLabels() throws IOException {
        JsonNode dashboard = JsonMapper.shared()
                .readTree(Files.readString(DOCS.resolve(Path.of("grafana", "holdfast.json"))));
        List<String> expressions = new ArrayList<>();
        for (JsonNode panel : dashboard.path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                expressions.add(target.path("expr").asString());
                checkLegend(target);
            }
            assertThat(panel.path("type").asString().equals("row")
                            || !panel.path("description").asString().isEmpty())
                    .as("%s has a description", panel.path("title").asString())
                    .isTrue();
        }
        for (JsonNode variable : dashboard.path("templating").path("list")) {
            if (variable.path("type").asString().equals("query")) {
                String query = variable.path("query").path("query").asString();
                Matcher values =
                        Pattern.compile("label_values\\((.*), [a-z]+\\)").matcher(query);
                assertThat(values.matches()).as(query).isTrue();
                expressions.add(values.group(1));
            }
        }
        assertThat(expressions).hasSizeGreaterThan(30);
        expressions.forEach(MetricNamesTest::check);
    }

    /** A legend can name only labels that its expression keeps. */
    private static void checkLegend(JsonNode target) {
        PromqlNames names = PromqlNames.of(target.path("expr").asString());
        Matcher label = Pattern.compile("\\{\\{([a-z]+)}}")
                .matcher(target.path("legendFormat").asString());
        while (label.find()) {
            String name = label.group(1);
            boolean kept = names.grouped().isEmpty()
                    ? OF_TARGET.contains(name)
                            || names.matchers().keySet().stream().allMatch(m -> SCRAPE.has(m, name))
                    : names.grouped().contains(name);
            assertThat(kept).as("%s in the legend of %s", name, target).isTrue();
        }
    }

    private static void check(String expression) {
        PromqlNames names = PromqlNames.of(expression);
        assertThat(names.matchers()).as(expression).isNotEmpty();
        names.matchers().forEach((metric, matchers) -> {
            assertThat(SCRAPE.names()).as(expression).contains(metric);
            matchers.forEach((label, value) -> {
                boolean known = OF_TARGET.contains(label)
                        || (value.isEmpty()
                                ? SCRAPE.has(metric, label)
                                : SCRAPE.has(metric, label, value));
                assertThat(known).as("%s=%s in %s", label, value, expression).isTrue();
            });
        });
        for (String label : names.grouped()) {
            boolean known = OF_TARGET.contains(label)
                    || names.matchers().keySet().stream().anyMatch(m -> SCRAPE.has(m, label));
            assertThat(known).as("%s in %s", label, expression).isTrue();
        }
    }

    @Test
    void parserFindsMetricsMatchersAndGroups() {
        PromqlNames names = PromqlNames.of("histogram_quantile(0.99, sum by (le, api)"
                + " (rate(a_bucket{job=\"$job\", path=~\"/v1.*\"}[5m]))) > 0.1 * on (job) b offset"
                + " 5m and c{x!=\"y\"}");
        assertThat(names.matchers())
                .isEqualTo(Map.of(
                        "a_bucket", Map.of("job", "$job", "path", ""),
                        "b", Map.of(),
                        "c", Map.of("x", "")));
        assertThat(names.grouped()).containsExactlyInAnyOrder("le", "api", "job");
    }
}
