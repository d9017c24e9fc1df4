/** Tests logs, metrics, alerts and health endpoints. */
@NullMarked
package io.holdfast.server.ops;

import org.jspecify.annotations.NullMarked;
