package io.holdfast.bench.locks;

/** The two protocols of the locks API. */
enum Transport {
    HTTP,
    LINE
}
