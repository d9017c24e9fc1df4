package io.holdfast.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One cluster for all tests that take it as a parameter, started for the first of them. Tests leave
 * it usable for others and use their own names. Each member audits everything in its own log.
 */
public final class SharedCluster implements ParameterResolver {

    private static final ExtensionContext.Namespace OWN =
            ExtensionContext.Namespace.create(SharedCluster.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TestServers.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(OWN)
                .computeIfAbsent(Running.class, type -> Running.start(), Running.class)
                .servers();
    }

    /** Closed after all tests. */
    record Running(TestServers servers, Path directory) implements AutoCloseable {

        static Running start() {
            try {
                Path directory = Files.createTempDirectory("holdfast-nodes");
                TestServers servers = TestServers.start(
                        directory,
                        node -> List.of(
                                "--audit-log",
                                directory.resolve(node + ".audit").toString(),
                                "--audit-level",
                                "all"));
                return new Running(servers, directory);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void close() throws IOException {
            servers.close();
            remove(directory);
        }
    }

    /** Removes a directory with its contents. */
    static void remove(Path directory) throws IOException {
        try (Stream<Path> below = Files.walk(directory)) {
            for (Path path : below.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
