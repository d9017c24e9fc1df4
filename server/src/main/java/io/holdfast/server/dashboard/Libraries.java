package io.holdfast.server.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * The libraries of the dashboard, in the versions that are on the class path. The versions are part
 * of the addresses, so that browsers may cache the files forever.
 */
final class Libraries {

    /** The path below which their files are served. */
    static final String PATH = "ui/lib/";

    private static final String WEBJARS = "/META-INF/resources/webjars/";

    /** An import of a script and the file of a library that it stands for. */
    private record Import(String specifier, String library, String file) {}

    /** The specifiers that end with a slash stand for all files of a directory. */
    private static final List<Import> IMPORTS = List.of(
            new Import("lit", "lit", "index.js"),
            new Import("lit/", "lit", ""),
            new Import("lit-html", "lit-html", "lit-html.js"),
            new Import("lit-html/", "lit-html", ""),
            new Import("lit-element/", "lit-element", ""),
            new Import("@lit/reactive-element", "lit__reactive-element", "reactive-element.js"),
            new Import("d3-scale/", "d3-scale", "src/"),
            new Import("d3-shape/", "d3-shape", "src/"),
            new Import("d3-path", "d3-path", "src/index.js"),
            new Import("d3-format", "d3-format", "src/index.js"),
            new Import("d3-array/", "d3-array", "src/"),
            new Import("d3-interpolate/", "d3-interpolate", "src/"));

    /** Libraries for which a module of ours stands, because only a part of each is needed. */
    private static final List<String> PARTS = List.of("d3-array", "d3-interpolate");

    private final Map<String, String> versions = new LinkedHashMap<>();

    Libraries() {
        IMPORTS.forEach(
                entry -> versions.computeIfAbsent(entry.library(), Libraries::versionOnClassPath));
    }

    private static String versionOnClassPath(String library) {
        String name = "/META-INF/maven/org.webjars.npm/" + library + "/pom.properties";
        try (InputStream in = Libraries.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the WebJar of " + library + " is missing");
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the import map, with addresses relative to the page. */
    Map<String, String> imports() {
        Map<String, String> imports = new LinkedHashMap<>();
        PARTS.forEach(library -> imports.put(library, "./ui/app/" + library + ".js"));
        for (Import entry : IMPORTS) {
            imports.put(
                    entry.specifier(),
                    "./" + PATH + entry.library() + "/" + versions.get(entry.library()) + "/"
                            + entry.file());
        }
        return imports;
    }

    /** Returns whether the path below {@link #PATH} is of a library in the version in use. */
    boolean hasFile(String path) {
        String[] parts = path.split("/", 3);
        return parts.length == 3 && parts[1].equals(versions.get(parts[0]));
    }

    /** Returns the name on the class path of a path below {@link #PATH}. */
    static String resource(String path) {
        return WEBJARS + path;
    }
}
