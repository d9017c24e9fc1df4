package io.holdfast.bench.load;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The part of the locks API that the bench uses, with tokens and sessions that are checked. */
public final class FakeLocks implements Responder.Answering {

    private static final String NOTHING = "HTTP/1.1 204 No Content\r\n\r\n";

    private final Set<String> sessions = new TreeSet<>();
    private final Map<String, String> holders = new HashMap<>();
    private long minted;

    @Override
    public synchronized String answer(String request) {
        String path = request.split(" ", 3)[1];
        if (request.startsWith("GET")) {
            return Responder.http(200, "{\"status\":\"ok\"}");
        }
        if (path.equals("/v1/sessions")) {
            String session = mint();
            sessions.add(session);
            return Responder.http(
                    200, "{\"session_id\":\"" + session + "\",\"idle_timeout_s\":20}\n");
        }
        if (request.startsWith("DELETE")) {
            boolean known = sessions.remove(path.substring("/v1/sessions/".length()));
            return known ? NOTHING : Responder.http(410, "{\"error\":\"session_gone\"}");
        }
        if (!sessions.contains(after(request, "X-Dflockd-Session: "))) {
            return Responder.http(410, "{\"error\":\"session_gone\"}");
        }
        return path.endsWith("/release")
                ? release(path.substring(0, path.length() - "/release".length()), request)
                : acquire(path);
    }

    private String acquire(String path) {
        while (holders.containsKey(path)) {
            try {
                wait();
            } catch (InterruptedException stopping) {
                return "";
            }
        }
        String token = mint();
        holders.put(path, token);
        return Responder.http(
                200, "{\"status\":\"ok\",\"token\":\"" + token + "\",\"lease_ttl_s\":60}\n");
    }

    private String release(String path, String request) {
        if (!holders.remove(path, after(request, "\"token\":\""))) {
            return Responder.http(404, "{\"error\":\"not_held\"}");
        }
        notifyAll();
        return NOTHING;
    }

    /** Returns the number of sessions that were not deleted. */
    public synchronized int sessionsLeft() {
        return sessions.size();
    }

    /** Returns the number of keys that are still held. */
    public synchronized int holdsLeft() {
        return holders.size();
    }

    private String mint() {
        minted++;
        return String.format(Locale.ROOT, "%032x", minted);
    }

    private static String after(String request, String marker) {
        int at = request.indexOf(marker) + marker.length();
        return request.substring(at, at + 32);
    }
}
