package io.holdfast.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks the build and host settings that security relies on. */
final class HostAndSupplyTest {

    private static final Path ROOT = Repository.root();
    private static final Pattern PLUGIN = Pattern.compile("<plugin>(.*?)</plugin>", Pattern.DOTALL);
    private static final Pattern DEPENDENCY =
            Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("<artifactId>([^<]+)</artifactId>");
    private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");

    private static String read(String file) throws IOException {
        return Files.readString(ROOT.resolve(file));
    }

    private static List<String> options() throws IOException {
        return read("server/jvm.options")
                .lines()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    @Test
    void jvmExitsOnOutOfMemoryAndRejectsSerializedObjects() throws IOException {
        assertThat(options())
                .contains("-XX:+ExitOnOutOfMemoryError", "-Djdk.serialFilter=!*")
                .noneMatch(option -> option.contains("HeapDump"));
    }

    @Test
    void clientInitiatedTlsRenegotiationIsRejected() throws IOException {
        assertThat(options()).contains("-Djdk.tls.rejectClientInitiatedRenegotiation=true");
    }

    @Test
    void serverFilesAreAccessibleToTheirOwnerOnly() throws IOException {
        String launcher = read("holdfast");
        assertThat(launcher.indexOf("umask 077"))
                .isPositive()
                .isLessThan(launcher.indexOf("exec \"${jvm[@]}\""));
        assertThat(launcher).contains("OPTIONS=$ROOT/server/jvm.options", "\"@$OPTIONS\"");
    }

    @Test
    void systemdUnitDropsUnneededPrivileges() throws IOException {
        assertThat(read("dist/holdfast.service").lines())
                .contains(
                        "NoNewPrivileges=true",
                        "ProtectSystem=strict",
                        "ProtectHome=true",
                        "PrivateTmp=true",
                        "UMask=0077",
                        "StateDirectoryMode=0700",
                        "LimitCORE=0",
                        "CapabilityBoundingSet=",
                        "User=holdfast")
                .anyMatch(line -> line.startsWith("MemoryMax="));
    }

    @Test
    void everyVersionIsPinned() throws IOException {
        String pom = read("pom.xml");
        List<String> loose = new ArrayList<>();
        String management = pom.substring(
                pom.indexOf("<pluginManagement>"), pom.indexOf("</pluginManagement>"));
        Matcher plugins = PLUGIN.matcher(management);
        while (plugins.find()) {
            checkVersion(plugins.group(1), loose);
        }
        Matcher dependencies = DEPENDENCY.matcher(pom.substring(
                pom.indexOf("<dependencyManagement>"), pom.indexOf("</dependencyManagement>")));
        while (dependencies.find()) {
            checkVersion(dependencies.group(1), loose);
        }
        assertThat(loose).isEmpty();
        assertThat(pom).doesNotContain("<version>LATEST", "<version>RELEASE", "-SNAPSHOT<");
    }

    private static void checkVersion(String block, List<String> loose) {
        Matcher name = NAME.matcher(block);
        Matcher version = VERSION.matcher(block);
        boolean pinned = version.find() && !version.group(1).matches(".*[\\[(,].*");
        if (name.find() && !pinned) {
            loose.add(name.group(1));
        }
    }

    @Test
    void enforcerChecksConvergenceDuplicatesAndPlugins() throws IOException {
        assertThat(read("pom.xml"))
                .contains("<dependencyConvergence />", "<banDuplicateClasses>")
                .contains("<requirePluginVersions>");
    }

    @Test
    void releaseIsReproducibleAndHasABillOfMaterials() throws IOException {
        String pom = read("pom.xml");
        assertThat(pom)
                .containsPattern("<project.build.outputTimestamp>\\d{4}-\\d\\d-\\d\\dT")
                .contains(
                        "<artifactId>cyclonedx-maven-plugin</artifactId>",
                        "<goal>makeAggregateBom</goal>");
    }

    @Test
    void bomHasTheVersionOfTheProject() throws IOException {
        Matcher project = VERSION.matcher(read("pom.xml"));
        Matcher bom = VERSION.matcher(read("bom/pom.xml"));
        assertThat(project.find() && bom.find()).isTrue();
        assertThat(bom.group(1)).isEqualTo(project.group(1));
    }

    @Test
    void noSourceDeserializesObjects() throws IOException {
        for (SourceFile file : SourceFile.allBelow(ROOT)) {
            if (file.isJava() && file.path().contains("/src/main/")) {
                assertThat(file.text())
                        .as(file.path())
                        .doesNotContain(
                                "ObjectInputStream", "ObjectMapper", "org.yaml.snakeyaml.Yaml;");
            }
        }
    }

    @Test
    void vulnerabilityReportingIsDescribed() throws IOException {
        assertThat(read("SECURITY.md")).contains("## Reporting", "Supported:", "docs/security.md");
    }
}
