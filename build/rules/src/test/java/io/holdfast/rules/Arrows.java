package io.holdfast.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import java.util.LinkedHashMap;
import java.util.Map;

/** The allowed dependencies between modules: server on log, and log on core. */
final class Arrows {

    private static final String OWN = "io.holdfast.";

    private Arrows() {}

    /** Returns the rules by name; a canary in build/canary/arrows breaks each. */
    static Map<String, ArchRule> all() {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put(
                "core-stands-on-the-jdk-alone",
                only(
                        "core",
                        "java.lang..",
                        "java.util..",
                        "java.io",
                        "java.nio",
                        "java.nio.charset",
                        "java.security",
                        "java.time.."));
        rules.put(
                "log-stands-on-core-and-ratis",
                only("log", "java..", OWN + "core..", "org.apache.ratis..", "org.slf4j.."));
        rules.put("client-knows-nothing-of-the-server", only("client", "java..", "javax.net.ssl"));
        rules.put(
                "cli-knows-the-client-alone",
                only(
                        "cli",
                        "java..",
                        "javax.net.ssl",
                        OWN + "client..",
                        "picocli..",
                        // Signals, of which the JDK has no public type.
                        "sun.misc"));
        rules.put(
                "the-server-knows-nobody-above-it",
                noClasses()
                        .that()
                        .resideInAPackage(OWN + "server..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(above("client", "cli", "sim", "rig", "bench")));
        rules.put(
                "the-edge-leaves-ratis-to-the-log",
                noClasses()
                        .that()
                        .resideInAPackage(OWN + "server..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("org.apache.ratis.."));
        rules.put(
                "rig-and-bench-speak-over-sockets",
                noClasses()
                        .that()
                        .resideInAnyPackage(above("rig", "bench"))
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(above("core", "log", "server")));
        return rules;
    }

    private static ArchRule only(String module, String... packages) {
        String[] allowed = new String[packages.length + 2];
        System.arraycopy(packages, 0, allowed, 0, packages.length);
        allowed[packages.length] = OWN + module + "..";
        allowed[packages.length + 1] = "org.jspecify.annotations";
        return classes()
                .that()
                .resideInAPackage(OWN + module + "..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed);
    }

    private static String[] above(String... modules) {
        String[] packages = modules.clone();
        for (int index = 0; index < packages.length; index++) {
            packages[index] = OWN + modules[index] + "..";
        }
        return packages;
    }
}
