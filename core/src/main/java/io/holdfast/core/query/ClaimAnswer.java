package io.holdfast.core.query;

import io.holdfast.core.bytes.Blob;

import org.jspecify.annotations.Nullable;

/** One claim: what changes about it, and what does not. */
public record ClaimAnswer(
        ClaimState state,
        String resource,
        String creator,
        @Nullable Blob data) {}
