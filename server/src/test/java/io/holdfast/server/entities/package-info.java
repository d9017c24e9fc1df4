/** Tests the package of the same name. */
@NullMarked
package io.holdfast.server.entities;

import org.jspecify.annotations.NullMarked;
