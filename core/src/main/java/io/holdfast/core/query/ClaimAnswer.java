package io.holdfast.core.query;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.value.ClaimState;

import org.jspecify.annotations.Nullable;

/** A claim: its changing state and its fixed properties. */
public record ClaimAnswer(
        ClaimState state,
        String resource,
        String creator,
        @Nullable Blob data) {}
