package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs that tests run beside Java. One that is missing fails the test: it proves nothing. */
public final class Programs {

    private Programs() {}

    /** Where Debian has the programs of servers, which is on the path of root alone. */
    private static final String SERVERS = "/usr/sbin";

    /** Where the program is. */
    public static String need(String program, String debianPackage) {
        Optional<Path> found = find(program);
        assertThat(found)
                .as(
                        "%s is not installed. ./dev test installs it on Debian as root; elsewhere"
                                + " install it (Debian's package is %s) and run the tests again",
                        program, debianPackage)
                .isPresent();
        return found.map(Path::toString).orElse(program);
    }

    private static Optional<Path> find(String program) {
        String path = System.getenv("PATH") + File.pathSeparator + SERVERS;
        return Stream.of(path.split(File.pathSeparator))
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
