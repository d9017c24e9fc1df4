package io.holdfast.bench.load;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The part of the line protocol that the bench uses, with tokens that are checked. */
public final class FakeLine implements Responder.Answering {

    private final Map<String, String> holders = new HashMap<>();
    private long minted;

    @Override
    public synchronized String answer(String request) {
        String[] lines = request.split("\n");
        return switch (lines[0]) {
            case "l" -> acquire(lines[1], lines[2]);
            case "r" -> release(lines[1], lines[2]);
            case "ping" -> "ok\n";
            default -> "error\n";
        };
    }

    private String acquire(String key, String argument) {
        while (holders.containsKey(key)) {
            try {
                wait();
            } catch (InterruptedException stopping) {
                return "";
            }
        }
        minted++;
        String token = String.format(Locale.ROOT, "%032x", minted);
        holders.put(key, token);
        return "ok " + token + " " + argument.split(" ")[1] + "\n";
    }

    private String release(String key, String token) {
        if (!holders.remove(key, token)) {
            return "error\n";
        }
        notifyAll();
        return "ok\n";
    }

    /** Returns the number of keys that are still held. */
    public synchronized int holdsLeft() {
        return holders.size();
    }
}
