/**
 * Owns: the files of the dashboard, a web page that uses only the public API. Its scripts are below
 * {@code /dashboard} on the class path; the libraries that they import come from WebJars.
 *
 * <p>Threading: a file is read and compressed once, on a virtual thread, at its first request; the
 * event loops then serve it from memory. May depend on: {@code server.http}, {@code server.text}.
 * Read next: {@code DashboardRoutes}, then {@code main.js}.
 */
@NullMarked
package io.holdfast.server.dashboard;

import org.jspecify.annotations.NullMarked;
