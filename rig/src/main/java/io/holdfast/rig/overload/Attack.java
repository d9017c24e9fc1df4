package io.holdfast.rig.overload;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import javax.net.ssl.SSLSocket;

/** The attacks of hostile clients. Each call of an attack is one round, which ends by itself. */
enum Attack {

    /** Reads the server's half of the handshake and never finishes its own. */
    HALF_HANDSHAKES("half TLS handshakes", true) {
        @Override
        void round(HostileClient aim) throws IOException {
            aim.flood(100, socket -> {
                aim.send(socket, TlsBytes.hello());
                socket.getInputStream().read();
            });
        }
    },
    /** The largest message that the server's TLS engine collects before it has seen its end. */
    HALF_HELLOS("ClientHellos of 32 kB without their end", true) {
        @Override
        void round(HostileClient aim) throws IOException {
            aim.flood(100, socket -> aim.send(socket, TlsBytes.unfinishedHello()));
        }
    },
    HALF_RECORDS("half TLS records", true) {
        @Override
        void round(HostileClient aim) throws IOException {
            aim.flood(100, socket -> aim.send(socket, TlsBytes.unfinishedRecord()));
        }
    },
    /** A finished handshake, after which a record never ends. */
    SLOW_RECORDS("TLS clients that never end a record", true) {
        @Override
        void round(HostileClient aim) throws IOException {
            aim.flood(40, socket -> {
                aim.secured(socket).startHandshake();
                aim.send(socket, TlsBytes.unfinishedRecord());
            });
        }
    },
    SLOW_BYTES("TLS clients that send a byte at a time", true) {
        @Override
        void round(HostileClient aim) throws IOException {
            aim.trickle(40, TlsBytes.hello());
        }
    },
    PLAIN_TEXT("plain text on the TLS port", true) {
        @Override
        void round(HostileClient aim) throws IOException {
            aim.flood(100, socket -> aim.send(socket, aim.get("/v1/stats")));
        }
    },
    UNREAD_TLS("replies over TLS, not read", true) {
        @Override
        void round(HostileClient aim) throws IOException {
            aim.flood(20, socket -> {
                SSLSocket secured = aim.secured(socket);
                for (int i = 0; i < 200; i++) {
                    aim.send(secured, aim.get("/v1/openapi.json"));
                }
            });
        }
    },

    /** Declares a large body on a path that requires no token, and sends all but its end. */
    HALF_BODIES("half bodies without a token") {
        @Override
        void round(HostileClient aim) throws IOException {
            aim.flood(60, socket -> {
                aim.send(socket, HostileClient.post("/l/" + aim.uuid() + "/borrow", "", 521_000));
                aim.send(socket, "x".repeat(520_000));
            });
        }
    },
    /** The same on a path that requires a token, which is missing. */
    REFUSED_BODIES("bodies of refused requests") {
        @Override
        void round(HostileClient aim) throws IOException {
            aim.flood(100, socket -> {
                aim.send(socket, HostileClient.post("/v1/sessions", "", 64_000));
                aim.send(socket, "x".repeat(63_000));
            });
        }
    },
    HALF_HEADS("half heads") {
        @Override
        void round(HostileClient aim) throws IOException {
            aim.flood(
                    200,
                    socket -> aim.send(
                            socket,
                            "GET /v1/stats HTTP/1.1\r\nHost: x\r\nX: " + "y".repeat(4_000)));
        }
    },
    HALF_LINES("half lines of the line protocol") {
        @Override
        void round(HostileClient aim) throws IOException {
            aim.floodLine(200, socket -> aim.send(socket, "l\n" + "k".repeat(200)));
        }
    },
    WRONG_TOKENS("wrong tokens") {
        @Override
        void round(HostileClient aim) throws IOException {
            try (Socket socket = aim.http()) {
                String head = "Authorization: Bearer " + aim.uuid() + "\r\n";
                for (int i = 0; i < 200; i++) {
                    aim.ask(socket, HostileClient.post("/v1/sessions", head, 0));
                }
            }
        }
    },
    PIPELINES("pipelined requests, replies not read") {
        @Override
        void round(HostileClient aim) throws IOException {
            aim.flood(20, socket -> {
                for (int i = 0; i < 200; i++) {
                    aim.send(socket, aim.get("/v1/openapi.json"));
                }
            });
        }
    },
    SLOW_READERS("large lists, read slowly") {
        @Override
        void round(HostileClient aim) throws IOException {
            aim.flood(12, socket -> aim.send(socket, aim.get(aim.list())));
        }
    },
    LISTS("large lists, read fast") {
        @Override
        void round(HostileClient aim) throws IOException {
            for (String list : HostileClient.LISTS) {
                try (Socket socket = aim.http()) {
                    aim.drain(socket, aim.get(list));
                }
            }
        }
    },
    SESSIONS("sessions that are never used") {
        @Override
        void round(HostileClient aim) throws IOException {
            try (Socket socket = aim.http()) {
                for (int i = 0; i < 500; i++) {
                    aim.ask(socket, HostileClient.post("/v1/sessions", aim.token(), 0));
                }
            }
        }
    },
    KEYS("keys with long leases") {
        @Override
        void round(HostileClient aim) throws IOException {
            try (Socket socket = aim.line()) {
                aim.ask(socket, "auth\n_\n" + aim.secret() + "\n");
                for (int i = 0; i < 500; i++) {
                    aim.ask(socket, "l\n" + aim.uuid() + "k".repeat(200) + "\n0 600\n");
                }
            }
        }
    },
    CLAIMS("claims with 60 kB of data") {
        @Override
        void round(HostileClient aim) throws IOException {
            try (Socket socket = aim.http()) {
                for (int i = 0; i < 20; i++) {
                    String body = "{\"resource\":\"" + aim.uuid()
                            + "\",\"ttl\":600,\"user_data\":\"" + "d".repeat(60_000) + "\"}";
                    aim.ask(
                            socket,
                            HostileClient.post("/v1/claims/", aim.token(), body.length()) + body);
                }
            }
        }
    },
    ITEMS("entity items with long ids, and faults of 8 kB") {
        @Override
        void round(HostileClient aim) throws IOException {
            try (Socket socket = aim.http()) {
                String client = aim.token() + "X-Client-Id: hostile\r\n";
                for (int i = 0; i < 100; i++) {
                    String fault = "{\"fault_code\":\"" + aim.uuid() + "\",\"message\":\""
                            + "m".repeat(8_000) + "\"}";
                    String path = "/api/v1/components/arm/faults";
                    aim.ask(socket, HostileClient.post(path, client, fault.length()) + fault);
                    String item = "/api/v1/components/arm/data/" + aim.uuid() + "i".repeat(1_800);
                    aim.ask(
                            socket,
                            HostileClient.post(item, client, 10).replaceFirst("POST", "PUT")
                                    + "{\"data\":1}");
                }
            }
        }
    };

    private final String text;
    private final boolean tls;
    final LongAdder rounds = new LongAdder();
    final LongAdder cutOff = new LongAdder();

    Attack(String text) {
        this(text, false);
    }

    Attack(String text, boolean tls) {
        this.text = text;
        this.tls = tls;
    }

    String text() {
        return text;
    }

    abstract void round(HostileClient aim) throws IOException;

    /** Returns the attacks on a server with TLS, or those on one without. */
    static List<Attack> all(boolean tls) {
        return Stream.of(values()).filter(attack -> attack.tls == tls).toList();
    }

    /**
     * Runs rounds of this attack until the run ends. Refused and closed connections are expected.
     */
    final void run(Target target, String from, RandomGenerator chance, Runnable pause) {
        HostileClient aim = new HostileClient(target, from, chance);
        while (!Thread.currentThread().isInterrupted()) {
            try {
                round(aim);
            } catch (IOException e) {
                cutOff.increment();
            }
            rounds.increment();
            pause.run();
        }
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
