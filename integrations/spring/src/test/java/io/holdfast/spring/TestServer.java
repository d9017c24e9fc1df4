package io.holdfast.spring;

import io.holdfast.client.Holdfast;
import io.holdfast.client.ResourceInfo;
import io.holdfast.log.Clock;
import io.holdfast.server.Server;
import io.holdfast.server.config.ConfigException;
import io.holdfast.server.config.ConfigReader;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A real server in this process, and a client of it. */
final class TestServer implements AutoCloseable {

    private final Server server;
    private final Holdfast client;

    TestServer() {
        List<String> flags = List.of("--ephemeral", "--port", "0", "--http-port", "0");
        try {
            server = Server.start(ConfigReader.read(flags, Map.of()), Clock.SYSTEM);
        } catch (IOException | ConfigException e) {
            throw new AssertionError(e);
        }
        client = newClient();
    }

    String address() {
        return "http://127.0.0.1:" + server.httpPort();
    }

    Holdfast client() {
        return client;
    }

    Holdfast newClient() {
        return Holdfast.builder()
                .address(address())
                .owner("billing-1")
                .requestTimeout(Duration.ofSeconds(2))
                .build();
    }

    Optional<ResourceInfo.Holder> holder(String key) {
        return client.resources().find("locks", key).flatMap(ResourceInfo::holder);
    }

    void stop() {
        server.close();
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
