package io.holdfast.core.query;

import io.holdfast.core.query.ResourceAnswer.Place;
import io.holdfast.core.value.ResourceName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of the grants that an owner has.
 *
 * @param next where to continue; null after the last grant
 */
public record OwnedGrants(List<Row> grants, @Nullable Place next) {

    public record Row(ResourceName name, long fence) {}
}
