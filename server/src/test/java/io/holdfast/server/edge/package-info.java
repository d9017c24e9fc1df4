/** Tests the package of the same name. */
@NullMarked
package io.holdfast.server.edge;

import org.jspecify.annotations.NullMarked;
