package io.holdfast.core.query;

import java.util.List;

/**
 * A page of claims in the order of their ids.
 *
 * @param lastId where the next page continues
 * @param skipLeft number of matching claims that the next page must still skip
 * @param complete true if this is the last page
 */
public record ClaimsPage(List<ClaimAnswer> claims, long lastId, long skipLeft, boolean complete) {

    public static final ClaimsPage EMPTY = new ClaimsPage(List.of(), 0, 0, true);

    public ClaimsPage {
        claims = List.copyOf(claims);
    }
}
