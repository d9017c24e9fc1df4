/** Tests the audit log. */
@NullMarked
package io.holdfast.server.audit;

import org.jspecify.annotations.NullMarked;
