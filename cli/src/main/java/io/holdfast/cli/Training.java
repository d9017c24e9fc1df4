package io.holdfast.cli;

import io.holdfast.cli.common.Console;
import io.holdfast.cli.guard.OwnFiles;
import io.holdfast.cli.guard.Posix;
import io.holdfast.cli.guard.Spawn;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * The training run of the launcher: uses what most commands use, so that the JVM can record it in a
 * cache and later commands start faster. It needs no server: it answers the requests itself.
 */
public final class Training {

    private static final String REPLY = """
            {"status":"ok","session_id":"0","idle_timeout_s":20,"token":"0","fence":1,\
            "lease_ttl_s":30,"api":"locks","key":"k","limit":1,"held":1,"waiting":1,\
            "holders":[{"owner":"o","since":"2026-01-01T00:00:00Z","expires_in_s":1.0,"fence":1}],\
            "queue":[{"position":1,"owner":"o","since":"2026-01-01T00:00:00Z"}],\
            "resources":[{"api":"locks","key":"k","limit":1,"held":1,"waiting":0,\
            "holder":{"owner":"o","since":"2026-01-01T00:00:00Z","expires_in_s":1.0,"fence":1}}]}\
            """;

    private Training() {}

    public static void main(String[] args) throws IOException {
        OwnFiles.atStart().keepFromPrograms();
        Main.console();
        // What the guard of "run" uses.
        Posix.bootNanos();
        Spawn.start(new Spawn.Program(
                List.of("true".getBytes(StandardCharsets.US_ASCII)), List.of(), 0, Map.of(), -1));
        Posix.waitForChild();
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().name("answers").start(() -> accept(server));
            String url = "http://127.0.0.1:" + server.getLocalPort();
            PrintStream nowhere =
                    new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
            Console console = new Console(nowhere, nowhere, Map.of("HOLDFAST_URL", url), false);
            for (String line : List.of(
                    "ls", "show k", "health", "lock k", "unlock k t.s", "run --help", "--help")) {
                Main.run(List.of(line.split(" ")), console);
            }
        }
        System.exit(0);
    }

    private static void accept(ServerSocket server) {
        try {
            while (true) {
                Socket client = server.accept();
                Thread.ofPlatform().daemon().start(() -> answer(client));
            }
        } catch (IOException e) {
            // The run is over.
        }
    }

    private static void answer(Socket client) {
        try (client) {
            BufferedReader in = new BufferedReader(
                    new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
            int length = 0;
            for (String line = in.readLine();
                    line != null && !line.isEmpty();
                    line = in.readLine()) {
                if (line.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:")) {
                    length = Integer.parseInt(line.substring(15).strip());
                }
            }
            for (int at = 0; at < length; at++) {
                in.read();
            }
            String head =
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
                            + "Content-Length: " + REPLY.length() + "\r\n\r\n";
            client.getOutputStream().write((head + REPLY).getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // The command has gone.
        }
    }
}
