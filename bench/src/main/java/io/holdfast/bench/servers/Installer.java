package io.holdfast.bench.servers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Installs missing yardsticks. Called only on request. */
public final class Installer {

    private Installer() {}

    /** Runs apt-get, as root, for those of these that are missing. */
    public static void installMissing(List<Yardstick> wanted)
            throws IOException, InterruptedException {
        List<String> missing = wanted.stream()
                .filter(yardstick -> yardstick.installed().isEmpty())
                .map(Yardstick::debianPackage)
                .distinct()
                .toList();
        if (missing.isEmpty()) {
            return;
        }
        List<String> command = new ArrayList<>(List.of("apt-get", "install", "-y"));
        command.addAll(missing);
        int code = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (code != 0) {
            throw new IOException("apt-get ended with " + code + "; it must run as root");
        }
    }
}
