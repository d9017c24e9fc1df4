/** Tests of what both protocols stand on. */
@NullMarked
package io.holdfast.server.net;

import org.jspecify.annotations.NullMarked;
