package io.holdfast.core.query;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.value.ClaimState;
import io.holdfast.core.value.QueueWait;

import org.jspecify.annotations.Nullable;

/**
 * A claim: its changing state and its fixed properties.
 *
 * @param queueWait its place in the queue, only in the answer to {@link Query.FindClaim}
 */
public record ClaimAnswer(
        ClaimState state,
        String resource,
        String creator,
        @Nullable Blob data,
        QueueWait queueWait) {}
