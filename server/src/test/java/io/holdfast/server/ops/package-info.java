/** Tests of what an operator sees. */
@NullMarked
package io.holdfast.server.ops;

import org.jspecify.annotations.NullMarked;
