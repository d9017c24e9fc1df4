package io.holdfast.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import picocli.CommandLine;

/**
 * Writes a copy of picocli's jar that a start-up cache can contain. The classes in the published
 * jar have the format of Java 5, without stack maps; the JVM neither caches such classes nor
 * verifies them quickly. Loading them takes a third of the processor time of a short command.
 */
final class OldClasses {

    /** The format of Java 8, which has everything that the classes use. */
    private static final int FORMAT = ClassFile.JAVA_8_VERSION;

    private static final CodeTransform UNCHANGED = (CodeBuilder to, CodeElement e) -> to.with(e);

    private OldClasses() {}

    public static void main(String[] args) throws Exception {
        Path jar = Path.of(CommandLine.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        rewrite(jar, Path.of(args[0]));
    }

    /** Copies the classes of a jar in the newer format. */
    static void rewrite(Path from, Path to) throws IOException {
        try (ZipFile in = new ZipFile(from.toFile());
                OutputStream file = Files.newOutputStream(to);
                ZipOutputStream out = new ZipOutputStream(file)) {
            ClassFile format = ClassFile.of(
                    ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                    ClassFile.ClassHierarchyResolverOption.of(
                            ClassHierarchyResolver.ofResourceParsing(
                                            CommandLine.class.getClassLoader())
                                    .orElse(ClassHierarchyResolver.defaultResolver())));
            for (ZipEntry entry : Collections.list(in.entries())) {
                if (entry.getName().endsWith(".class") && entry.getName().startsWith("picocli/")) {
                    out.putNextEntry(new ZipEntry(entry.getName()));
                    try (InputStream content = in.getInputStream(entry)) {
                        out.write(newer(format, content.readAllBytes()));
                    }
                }
            }
        }
    }

    private static byte[] newer(ClassFile format, byte[] old) {
        ClassModel model = format.parse(old);
        return format.transformClass(model, (to, element) -> {
            if (element instanceof ClassFileVersion) {
                to.withVersion(FORMAT, 0);
            } else if (element instanceof MethodModel method) {
                to.transformMethod(method, MethodTransform.transformingCode(UNCHANGED));
            } else {
                to.with(element);
            }
        });
    }
}
