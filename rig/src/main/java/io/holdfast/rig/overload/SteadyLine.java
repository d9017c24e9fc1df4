package io.holdfast.rig.overload;

import io.holdfast.rig.history.Findings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A well-behaved client of the line protocol. */
final class SteadyLine extends Steady {

    private final Socket socket;
    private final BufferedReader lines;

    SteadyLine(
            String name,
            Target target,
            Socket socket,
            Findings findings,
            Supplier<Latencies> latencies,
            BooleanSupplier over)
            throws IOException {
        super(name, findings, latencies, over);
        this.socket = socket;
        this.lines = new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        ask("auth", "_", target.token());
    }

    @Override
    @Nullable
    String take(String key) throws IOException {
        String answer = answer("l", key, "5 " + LEASE_SECONDS);
        return answer.equals("error_max_locks") ? null : ok("l " + key, answer).split(" ")[1];
    }

    @Override
    void renew(String key, String token) throws IOException {
        ask("n", key, token + " " + LEASE_SECONDS);
    }

    @Override
    void giveBack(String key, String token) throws IOException {
        ask("r", key, token);
    }

    private void ask(String verb, String key, String rest) throws IOException {
        ok(verb + " " + key, answer(verb, key, rest));
    }

    private String answer(String verb, String key, String rest) throws IOException {
        String request = verb + "\n" + key + "\n" + rest + "\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        return String.valueOf(lines.readLine());
    }

    private static String ok(String asked, String answer) throws IOException {
        if (!answer.startsWith("ok")) {
            throw new IOException(asked + ": expected ok, got " + answer);
        }
        return answer;
    }
}
