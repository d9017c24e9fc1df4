/** Tests of the HTTP edge, over real sockets wherever bytes on a wire are the matter. */
@NullMarked
package io.holdfast.server.http;

import org.jspecify.annotations.NullMarked;
