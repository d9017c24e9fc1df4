package io.holdfast.core.outcome;

/** The outcomes of the nodes API, a family for each command. */
public sealed interface NodesOutcome extends Outcome {

    /** Of every command on a node or its lease. */
    sealed interface Change extends NodesOutcome permits NodeChanged, NodeRefused, Shared {}

    sealed interface Mint extends NodesOutcome permits Done, NodeRefused, Shared {}

    sealed interface Bind extends NodesOutcome permits Done, NodeChanged, NodeRefused, Shared {}
}
