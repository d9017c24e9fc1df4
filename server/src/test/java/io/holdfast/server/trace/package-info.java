/** Tests the traces of requests. */
@NullMarked
package io.holdfast.server.trace;

import org.jspecify.annotations.NullMarked;
