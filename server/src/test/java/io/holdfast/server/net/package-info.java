/** Tests the connection layer that both protocols share. */
@NullMarked
package io.holdfast.server.net;

import org.jspecify.annotations.NullMarked;
