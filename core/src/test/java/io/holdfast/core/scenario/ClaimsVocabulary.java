package io.holdfast.core.scenario;

import io.holdfast.core.Machine;
import io.holdfast.core.bytes.Blob;
import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.command.ClaimsSettings;
import io.holdfast.core.query.ClaimAnswer;
import io.holdfast.core.query.ClaimFilter;
import io.holdfast.core.query.ClaimsPage;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.state.Visits;
import io.holdfast.core.value.ClaimState;
import io.holdfast.core.value.ClaimStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The verbs and words of claims: {@code claim r ttl 5s}, {@code move 1 to released}. */
final class ClaimsVocabulary {

    private static final int LOOKS = 3;

    private ClaimsVocabulary() {}

    static ClaimsCommand<?> command(Words words) {
        String tenant = words.text("tenant", "");
        return switch (words.verb()) {
            case "claim" ->
                new ClaimsCommand.Create(
                        tenant,
                        words.subject(),
                        words.nanos("ttl", 60_000_000_000L),
                        words.text("by", "someone"),
                        data(words.text("data")));
            case "claim-now" ->
                new ClaimsCommand.Take(
                        tenant,
                        words.subject(),
                        words.nanos("ttl", 60_000_000_000L),
                        words.text("by", "someone"),
                        words.text("owner"),
                        data(words.text("data")));
            case "prolong" ->
                new ClaimsCommand.Prolong(
                        tenant, id(words), words.text("only-of"), Words.nanos(words.need("ttl")));
            default ->
                new ClaimsCommand.Move(
                        tenant, id(words), words.text("only-of"), status(words.need("to")));
        };
    }

    static ClaimsSettings settings(Words words, ClaimsSettings old) {
        return new ClaimsSettings(
                words.nanos("grace", old.graceNanos()),
                words.nanos("keep", old.keepNanos()),
                words.number("kept", old.keptMax()),
                words.number("live", old.liveMax()),
                words.number("data-max", old.dataBytesMax()),
                words.longNumber("data-total", old.dataBytesTotalMax()));
    }

    /** Lists all matches, a few visits at a time as the edge does. */
    static List<String> list(Words words, Machine machine, ReadPoint at) {
        String status = words.text("status");
        ClaimFilter filter = new ClaimFilter(
                words.text("of"),
                status == null ? null : status(status),
                ClaimFilter.Range.OPEN,
                ClaimFilter.Range.OPEN,
                ClaimFilter.Range.OPEN,
                ClaimFilter.Range.OPEN);
        List<String> lines = new ArrayList<>();
        ClaimsPage page = new ClaimsPage(List.of(), 0, 0, false);
        while (!page.complete()) {
            page = machine.read(
                    new Query.ListClaims(
                            words.text("tenant", ""), filter, page.lastId(), page.skipLeft(), 100),
                    at,
                    new Visits(LOOKS, Visits.BYTES_MAX));
            page.claims().forEach(claim -> lines.add(say(claim)));
        }
        return lines.isEmpty() ? List.of("no claims") : lines;
    }

    private static String say(ClaimAnswer claim) {
        Blob data = claim.data();
        String shown = data == null ? "" : " " + new String(data.bytes(), StandardCharsets.UTF_8);
        return claim.resource() + ": " + say(claim.state()) + shown;
    }

    static String say(ClaimState claim) {
        StringBuilder text = new StringBuilder();
        text.append(claim.id()).append(' ').append(claim.status().text());
        if (claim.status() == ClaimStatus.ACTIVE) {
            text.append(" fence ").append(claim.fence());
            text.append(" ttl ").append(Words.duration(claim.ttlNanos()));
        }
        if (claim.wasActive() && claim.status().isFinal()) {
            text.append(" was active ").append(Words.duration(claim.activeNanos()));
        }
        return text.append(" waited ")
                .append(Words.duration(claim.waitingNanos()))
                .toString();
    }

    private static @Nullable Blob data(@Nullable String text) {
        return text == null ? null : new Blob(text.getBytes(StandardCharsets.UTF_8));
    }

    private static long id(Words words) {
        return Long.parseLong(words.subject());
    }

    private static ClaimStatus status(String name) {
        return Objects.requireNonNull(ClaimStatus.named(name), name);
    }
}
