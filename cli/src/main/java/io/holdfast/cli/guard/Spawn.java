package io.holdfast.cli.guard;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Starts a program in a process group of its own, with {@code posix_spawnp}. Arguments are bytes,
 * so that they arrive unchanged in every locale. Open files are inherited unless they are marked.
 */
public final class Spawn {

    private static final short SETPGROUP = 0x02;
    private static final short SETSIGDEF = 0x04;
    private static final short SETSIGMASK = 0x08;

    /** More than the structures of glibc and musl need, which are below 400 bytes. */
    private static final int STRUCTURE_BYTES = 1024;

    private static final int SIGNAL_SET_BYTES = 128;

    private static final MethodHandle SPAWN = Posix.of(
            "posix_spawnp",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
    private static final MethodHandle ATTRIBUTES_INIT = pointer("posix_spawnattr_init");
    private static final MethodHandle ACTIONS_INIT = pointer("posix_spawn_file_actions_init");
    private static final MethodHandle ACTIONS_DESTROY = pointer("posix_spawn_file_actions_destroy");
    private static final MethodHandle SET_FLAGS = Posix.of(
            "posix_spawnattr_setflags", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_SHORT));
    private static final MethodHandle SET_DEFAULT = Posix.of(
            "posix_spawnattr_setsigdefault", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
    private static final MethodHandle SET_MASK = Posix.of(
            "posix_spawnattr_setsigmask", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
    private static final MethodHandle ADD_DUP = Posix.of(
            "posix_spawn_file_actions_adddup2",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));

    private Spawn() {}

    /**
     * What to start.
     *
     * @param words the program, which is searched for in PATH, and its arguments
     * @param environment additional variables
     * @param defaults a mask of the signals that get their default action
     * @param files file descriptors of this process by their numbers in the program
     * @param terminal a terminal whose foreground group the program becomes, or a negative number
     */
    public record Program(
            List<byte[]> words,
            List<byte[]> environment,
            long defaults,
            Map<Integer, Integer> files,
            int terminal) {}

    /** The started process, or the error number of the C library. */
    public record Started(int pid, int error) {}

    private static MethodHandle pointer(String name) {
        return Posix.of(name, FunctionDescriptor.of(JAVA_INT, ADDRESS));
    }

    /** Starts the program; its process group has the number of its process. */
    public static Started start(Program program) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = arena.allocate(STRUCTURE_BYTES, Long.BYTES);
            int _ = (int) ATTRIBUTES_INIT.invokeExact(attributes);
            short flags = SETPGROUP | SETSIGDEF | SETSIGMASK;
            int _ = (int) SET_FLAGS.invokeExact(attributes, flags);
            MemorySegment defaults = arena.allocate(SIGNAL_SET_BYTES, Long.BYTES);
            defaults.set(JAVA_LONG, 0, program.defaults());
            int _ = (int) SET_DEFAULT.invokeExact(attributes, defaults);
            MemorySegment unblocked = arena.allocate(SIGNAL_SET_BYTES, Long.BYTES);
            int _ = (int) SET_MASK.invokeExact(attributes, unblocked);

            MemorySegment actions = arena.allocate(STRUCTURE_BYTES, Long.BYTES);
            int _ = (int) ACTIONS_INIT.invokeExact(actions);
            for (Map.Entry<Integer, Integer> file : program.files().entrySet()) {
                int there = file.getKey();
                int here = file.getValue();
                int _ = (int) ADD_DUP.invokeExact(actions, here, there);
            }
            if (program.terminal() >= 0) {
                addTerminal(actions, program.terminal());
            }
            MemorySegment words = array(arena, program.words(), MemorySegment.NULL);
            MemorySegment environment = array(arena, program.environment(), environment());
            MemorySegment pid = arena.allocate(JAVA_INT);
            MemorySegment name = words.get(ADDRESS, 0);
            int error = (int) SPAWN.invokeExact(pid, name, actions, attributes, words, environment);
            int _ = (int) ACTIONS_DESTROY.invokeExact(actions);
            return new Started(pid.get(JAVA_INT, 0), error);
        } catch (Throwable e) {
            throw Posix.impossible(e);
        }
    }

    /**
     * Makes the new group the terminal's foreground group before the program starts. Only glibc has
     * this; elsewhere the caller does it as soon as the process exists.
     */
    @SuppressWarnings("restricted")
    private static void addTerminal(MemorySegment actions, int terminal) throws Throwable {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> found =
                linker.defaultLookup().find("posix_spawn_file_actions_addtcsetpgrp_np");
        if (found.isPresent()) {
            MethodHandle add = linker.downcallHandle(
                    found.get(), FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
            int _ = (int) add.invokeExact(actions, terminal);
        }
    }

    @SuppressWarnings("restricted")
    private static MemorySegment environment() {
        return Linker.nativeLinker()
                .defaultLookup()
                .find("environ")
                .map(variable -> variable.reinterpret(ADDRESS.byteSize()).get(ADDRESS, 0))
                .orElse(MemorySegment.NULL);
    }

    /**
     * Returns a null-terminated array of the texts, and of the pointers of an existing array. An
     * existing variable is left out if the texts have one with its name.
     */
    @SuppressWarnings("restricted")
    private static MemorySegment array(Arena arena, List<byte[]> texts, MemorySegment existing) {
        List<MemorySegment> all = new ArrayList<>();
        for (byte[] bytes : texts) {
            MemorySegment text = arena.allocate(bytes.length + 1L);
            MemorySegment.copy(bytes, 0, text, JAVA_BYTE, 0, bytes.length);
            all.add(text);
        }
        if (existing.address() != 0) {
            MemorySegment old = existing.reinterpret(Long.MAX_VALUE);
            for (int at = 0; old.getAtIndex(ADDRESS, at).address() != 0; at++) {
                MemorySegment variable = old.getAtIndex(ADDRESS, at).reinterpret(Long.MAX_VALUE);
                if (texts.stream().noneMatch(text -> sameName(text, variable))) {
                    all.add(variable);
                }
            }
        }
        MemorySegment array = arena.allocate(ADDRESS, all.size() + 1L);
        for (int index = 0; index < all.size(); index++) {
            array.setAtIndex(ADDRESS, index, all.get(index));
        }
        return array;
    }

    private static boolean sameName(byte[] text, MemorySegment variable) {
        for (int at = 0; at < text.length; at++) {
            byte there = variable.get(JAVA_BYTE, at);
            if (there != text[at]) {
                return false;
            }
            if (there == '=') {
                return true;
            }
        }
        return false;
    }
}
