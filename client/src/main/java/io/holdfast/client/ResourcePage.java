package io.holdfast.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list of resources.
 *
 * @param next names the next page, or is null on the last one; a short page may have a next one
 */
public record ResourcePage(
        List<ResourceInfo> resources, @Nullable String next) {}
