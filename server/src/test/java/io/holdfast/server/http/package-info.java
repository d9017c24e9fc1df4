/** Tests the HTTP edge, over real sockets wherever the bytes on the wire matter. */
@NullMarked
package io.holdfast.server.http;

import org.jspecify.annotations.NullMarked;
