package io.holdfast.server;

import io.holdfast.server.config.ServerConfig;

import java.io.PrintStream;
import java.nio.file.Path;

/** The message after the start: the server's addresses, and first commands to try. */
final class StartupMessage {

    private StartupMessage() {}

    static void print(PrintStream out, ServerConfig config, int port, int linePort) {
        String scheme = config.tls() == null ? "http" : "https";
        String url = scheme + "://" + bracketed(config.httpHost()) + ":" + port;
        Path dataDir = config.dataDir();
        boolean token = config.guard().asksWho();
        StringBuilder text = new StringBuilder();
        text.append("listening on ").append(url).append('\n');
        text.append("line protocol on ").append(bracketed(config.lineHost())).append(':');
        text.append(linePort).append(config.tls() == null ? "" : " (TLS)").append('\n');
        text.append(
                dataDir == null
                        ? "state in memory only (--ephemeral): lost when this process ends"
                        : "state in " + dataDir);
        text.append("\n\nA first lock, in another terminal:\n\n");
        String curl = "curl -sS" + (token ? " -H \"Authorization: Bearer $TOKEN\"" : "");
        text.append("  S=$(").append(curl).append(" -X POST ").append(url).append("/v1/sessions");
        text.append(" | sed 's/.*\"session_id\":\"\\([^\"]*\\).*/\\1/')\n");
        text.append("  ").append(curl).append(" -H \"X-Holdfast-Session: $S\"");
        text.append(" -d '{\"acquire_timeout_s\":5}' ").append(url).append("/v1/locks/deploy\n");
        text.append("  ").append(curl).append(' ').append(url).append("/v1/stats\n");
        out.println(text);
        out.flush();
    }

    private static String bracketed(String host) {
        return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    }
}
