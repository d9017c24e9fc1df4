package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Programs that tests run beside Java. One that is missing fails the test: it proves nothing. */
public final class Programs {

    private Programs() {}

    /** The program's name, once it is known to be on the path. */
    public static String need(String program, String debianPackage) {
        assertThat(isInstalled(program))
                .as(
                        "%s is not installed. ./dev test installs it on Debian as root; elsewhere"
                                + " install it (Debian's package is %s) and run the tests again",
                        program, debianPackage)
                .isTrue();
        return program;
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }
}
