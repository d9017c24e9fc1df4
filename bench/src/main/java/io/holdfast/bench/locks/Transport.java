package io.holdfast.bench.locks;

/** The two ways in which the locks contract is spoken. */
enum Transport {
    HTTP,
    LINE
}
