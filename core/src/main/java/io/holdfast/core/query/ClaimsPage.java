package io.holdfast.core.query;

import java.util.List;

/**
 * A part of a list of claims, in the order of their ids.
 *
 * @param lastId where the next part goes on
 * @param skipLeft how many fitting claims the next part has yet to skip
 * @param complete whether nothing follows
 */
public record ClaimsPage(List<ClaimAnswer> claims, long lastId, long skipLeft, boolean complete) {

    public static final ClaimsPage EMPTY = new ClaimsPage(List.of(), 0, 0, true);

    public ClaimsPage {
        claims = List.copyOf(claims);
    }
}
