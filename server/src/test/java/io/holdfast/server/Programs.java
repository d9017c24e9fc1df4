package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** External programs that tests run. A missing program fails the test instead of skipping it. */
public final class Programs {

    private Programs() {}

    /** Debian's directory for server programs, which is on the path of root only. */
    private static final String SERVERS = "/usr/sbin";

    /** Returns the program's path. */
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
