/** Tests the package of the same name. */
@NullMarked
package io.holdfast.server.nodes;

import org.jspecify.annotations.NullMarked;
