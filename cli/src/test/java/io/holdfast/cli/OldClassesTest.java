package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The copy of picocli for the start-up cache. */
final class OldClassesTest {

    @Test
    void copyHasAllClassesAndTheVerifierAcceptsThem(@TempDir Path directory) throws Exception {
        Path copy = directory.resolve("copy.jar");
        OldClasses.main(new String[] {copy.toString()});

        List<String> names;
        try (ZipFile jar = new ZipFile(copy.toFile())) {
            names = Collections.list(jar.entries()).stream()
                    .map(ZipEntry::getName)
                    .map(name -> name.replace('/', '.').replaceFirst("\\.class$", ""))
                    .toList();
        }
        assertThat(names).contains(CommandLine.class.getName()).hasSizeGreaterThan(100);
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {copy.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            for (String name : names) {
                // Groovy's scripts are the only classes that need another library.
                if (!name.contains("groovy")) {
                    assertThat(Class.forName(name, true, loader).getClassLoader())
                            .isSameAs(loader);
                }
            }
        }
    }
}
