/**
 * Owns: tests of the dashboard, in a real Chromium that is driven over its DevTools protocol. That
 * takes two small classes; Playwright would add a driver of 200 MB for the same calls.
 *
 * <p>Threading: each test has its own page; the replies of the browser arrive on the HTTP client's
 * threads. Read next: {@code Browser}, then {@code DashboardTest}.
 */
@NullMarked
package io.holdfast.server.dashboard;

import org.jspecify.annotations.NullMarked;
