package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.server.edge.SharedText;
import io.holdfast.server.http.ErrorShape;
import io.holdfast.server.http.ErrorShape.ErrorReply;
import io.holdfast.server.http.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The table of statuses and codes in the section about errors of an API's page. */
public final class ErrorTable {

    private static final Pattern ROW =
            Pattern.compile("^\\| (\\d{3}) \\| `([a-z_-]+)` \\|", Pattern.MULTILINE);

    private final Set<String> documented;

    private ErrorTable(Set<String> documented) {
        this.documented = documented;
    }

    /** Reads the table of a page below docs. */
    public static ErrorTable of(String page) throws IOException {
        Path root = Path.of(System.getProperty("holdfast.root", ".."));
        String text = Files.readString(root.resolve("docs").resolve(page));
        int from = text.indexOf("\n## Errors\n");
        String section = text.substring(from, text.indexOf("\n## ", from + 1));
        return new ErrorTable(ROW.matcher(section)
                .results()
                .map(row -> row.group(1) + " " + row.group(2))
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    /**
     * Checks that the table has every error of the HTTP layer and every outcome that all commands
     * can have, as the API encodes them.
     */
    public void hasAll(
            ErrorShape shape, BiFunction<Outcome.Shared, String, ErrorReply> shared, Pattern code) {
        Set<String> sent = new TreeSet<>();
        for (Problem problem : Problem.values()) {
            sent.add(row(shape.render(problem, null), code));
        }
        sent.add(row(shared.apply(Outcome.UNKNOWN, "text"), code));
        for (Refusal refusal : Refusal.values()) {
            Outcome.Shared outcome = refusal.outcome();
            sent.add(row(shared.apply(outcome, SharedText.of(outcome, false)), code));
        }
        assertThat(documented).containsAll(sent);
    }

    private static String row(ErrorReply reply, Pattern code) {
        String body = new String(reply.json(), StandardCharsets.UTF_8);
        Matcher found = code.matcher(body);
        assertThat(found.find()).as(body).isTrue();
        return reply.status() + " " + found.group(1);
    }
}
