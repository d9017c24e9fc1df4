package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.Command;
import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Token;
import io.holdfast.core.value.TokenDigest;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.config.Secret;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Checks that no record reveals its secret in toString. In every record of the product, each
 * component of a secret's type, and each text or number with a secret's name, gets a canary.
 */
final class MaskingTest {

    private static final String CANARY = "c4n4ry-of-a-secret";
    private static final long CANARY_BITS = 7_046_029_254_386_353_131L;

    private static final Set<Class<?>> SECRETS = Set.of(
            Secret.class,
            SessionId.class,
            Token.class,
            LeaseId.class,
            ClientId.class,
            TokenDigest.class);

    private static final Pattern NAMES =
            Pattern.compile("(?i).*(secret|bearer|password|salt|credential).*|token|authToken");

    /** Contains its holder, which is part of the state and cannot be created here. */
    private static final Set<String> UNMAKEABLE = Set.of("io.holdfast.core.resource.GrantTerms");

    @Test
    void noRecordRevealsItsSecret() throws Exception {
        List<String> shown = new ArrayList<>();
        Set<String> unmakeable = new TreeSet<>();
        int looked = 0;
        for (Class<?> type : records()) {
            if (!holdsASecret(type)) {
                continue;
            }
            String text;
            try {
                text = make(type).toString();
            } catch (ReflectiveOperationException | RuntimeException e) {
                unmakeable.add(type.getName());
                continue;
            }
            looked++;
            if (text.contains(CANARY)
                    || text.contains(Long.toString(CANARY_BITS))
                    || text.contains(Long.toHexString(CANARY_BITS))) {
                shown.add(type.getName() + ": " + text);
            }
        }
        assertThat(shown).isEmpty();
        assertThat(unmakeable).isEqualTo(UNMAKEABLE);
        assertThat(looked).as("records with a secret").isGreaterThan(15);
    }

    private static boolean holdsASecret(Class<?> type) {
        return SECRETS.contains(type)
                || Arrays.stream(type.getRecordComponents()).anyMatch(MaskingTest::isSecret);
    }

    private static boolean isSecret(RecordComponent component) {
        boolean plain = component.getType() == String.class || component.getType() == long.class;
        return SECRETS.contains(component.getType())
                || plain && NAMES.matcher(component.getName()).matches();
    }

    private static Object make(Class<?> type) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        @Nullable Object[] values = new Object[components.length];
        boolean bits = SECRETS.contains(type);
        for (int i = 0; i < components.length; i++) {
            // A fence is not a secret: it is shown to the resource.
            boolean shown = components[i].getName().equals("fence");
            values[i] = value(components[i].getType(), !shown && (bits || isSecret(components[i])));
        }
        Constructor<?> constructor = type.getDeclaredConstructor(
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new));
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }

    private static @Nullable Object value(Class<?> type, boolean secret)
            throws ReflectiveOperationException {
        if (type == String.class || type == CharSequence.class) {
            return secret ? CANARY : "text";
        } else if (type == long.class) {
            return secret ? CANARY_BITS : 1L;
        } else if (type == int.class) {
            return 1;
        } else if (type == boolean.class) {
            return true;
        } else if (type == Path.class) {
            return Path.of("file");
        } else if (type == List.class) {
            return List.of();
        } else if (type == Set.class) {
            return Set.of();
        } else if (type == Map.class) {
            return Map.of();
        } else if (type.isArray()) {
            return Array.newInstance(type.getComponentType(), 0);
        } else if (type.isEnum()) {
            return type.getEnumConstants()[0];
        } else if (type.isRecord()) {
            return secret || holdsASecret(type) ? make(type) : null;
        } else if (type.isSealed()) {
            return value(type.getPermittedSubclasses()[0], secret);
        } else if (type.isInterface()) {
            return Proxy.newProxyInstance(
                    type.getClassLoader(),
                    new Class<?>[] {type},
                    (proxy, method, args) -> method.getName().equals("toString") ? "proxy" : null);
        }
        return null;
    }

    private static List<Class<?>> records() throws Exception {
        List<Class<?>> records = new ArrayList<>();
        for (Class<?> module : List.of(Command.class, Engine.class, Server.class)) {
            URI place =
                    module.getProtectionDomain().getCodeSource().getLocation().toURI();
            Path classes = Path.of(place);
            if (Files.isDirectory(classes)) {
                addRecords(classes, records);
            } else {
                // If modules are packaged before their tests run, the other modules are jars.
                try (FileSystem jar = FileSystems.newFileSystem(classes)) {
                    addRecords(jar.getPath("/"), records);
                }
            }
        }
        return records;
    }

    private static void addRecords(Path classes, List<Class<?>> records) throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".class")).toList()) {
                String name = classes.relativize(file)
                        .toString()
                        .replace(file.getFileSystem().getSeparator(), ".")
                        .replaceFirst("\\.class$", "");
                if (name.endsWith("-info")) {
                    continue;
                }
                try {
                    Class<?> type = Class.forName(name, false, MaskingTest.class.getClassLoader());
                    if (type.isRecord() && !Modifier.isAbstract(type.getModifiers())) {
                        records.add(type);
                    }
                } catch (ClassNotFoundException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }
}
