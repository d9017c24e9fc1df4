package io.holdfast.core.canary;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

// must fail: Forbidden method invocation: java.lang.System#nanoTime()
// must fail: Forbidden method invocation: java.lang.System#currentTimeMillis()
// must fail: Forbidden method invocation: java.time.Instant#now()
// must fail: Forbidden class/interface use: java.util.Random
// must fail: Forbidden method invocation: java.util.UUID#randomUUID()
// must fail: Forbidden class/interface use: java.util.HashMap
// must fail: Forbidden class/interface use: java.util.HashSet
// must fail: Forbidden method invocation: java.util.Set#of(
// must fail: Forbidden method invocation: java.util.Map#of(
// must fail: Forbidden method invocation: java.util.stream.Collectors#toSet()
// must fail: Forbidden class/interface use: java.lang.Thread
// must fail: Forbidden class/interface use: java.util.concurrent.CompletableFuture
// must fail: Forbidden class/interface use: java.nio.file.Path
final class BannedInCore {

    long monotonic() {
        return System.nanoTime();
    }

    long wall() {
        return System.currentTimeMillis() + java.time.Instant.now().getNano();
    }

    String chance() {
        return UUID.randomUUID().toString() + new Random(1).nextInt();
    }

    Map<String, String> unordered(Set<String> given) {
        Map<String, String> map = new HashMap<>(Map.of("a", "b"));
        for (String one : new HashSet<>(Set.of("a", "b"))) {
            map.put(one, one);
        }
        map.put("c", Stream.of("c").collect(Collectors.toSet()).iterator().next());
        return given.isEmpty() ? map : Map.of();
    }

    void threads(Path path) {
        Thread thread = new Thread(() -> CompletableFuture.completedFuture(path).join());
        thread.start();
    }
}
