package io.holdfast.server.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.Limits;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks that any request body becomes a command within the limits or is rejected. */
final class BodyFuzzTest {

    private static final int ROUNDS = Integer.getInteger("holdfast.fuzz", 50_000);
    private static final String SPICE = "{}[]\",:.eE+-0123456789 \\un\t\n\0\u00ff";
    private static final String[] SEEDS = {
        "{\"acquire_timeout_s\":0,\"lease_ttl_s\":30}",
        "{\"acquire_timeout_s\":5,\"limit\":3,\"lease_ttl_s\":9223372036}",
        "{\"token\":\"000d5f31c920000153ae8ff4307f99fc\",\"lease_ttl_s\":1}",
        "{\"timeout_s\":60}",
        "{\"owner\":\"\\u00e9\\ud83d\\ude00\"}",
        "null",
        "{}",
    };
    private static final ResourceName NAME = new ResourceName("", Space.LOCKS, "k");

    @Test
    void bodyBecomesACommandWithinTheLimitsOrIsRejected() {
        long seed = Long.getLong("holdfast.seed", 0x5eed0002L);
        Random random = new Random(seed);
        int commands = 0;
        int refusals = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] body = mutated(random, SEEDS[random.nextInt(SEEDS.length)]);
            Operation operation = Operation.values()[random.nextInt(Operation.values().length)];
            KeyKind kind = KeyKind.values()[random.nextInt(2)];
            try {
                check(operation.command(NAME, kind, new SessionId(1, 2), body, null));
                commands++;
            } catch (BadBody e) {
                assertThat(e.detail()).isNotEmpty();
                refusals++;
            } catch (RuntimeException e) {
                throw new AssertionError(
                        "seed " + seed + ", round " + round + ": "
                                + new String(body, StandardCharsets.ISO_8859_1),
                        e);
            }
        }
        assertThat(commands).isGreaterThan(ROUNDS / 50);
        assertThat(refusals).isGreaterThan(ROUNDS / 50);
    }

    @Test
    void fastReaderAgreesWithTheParserOrDefersToIt() {
        Set<Field> allowed =
                EnumSet.of(Field.ACQUIRE_TIMEOUT_S, Field.LEASE_TTL_S, Field.LIMIT, Field.TOKEN);
        LocksBodyReader reader = new LocksBodyReader(false, allowed);
        Random random = new Random(Long.getLong("holdfast.seed", 0x5eed0003L));
        int plain = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = mutated(random, SEEDS[random.nextInt(3)]);
            LocksBody body = PlainBody.read(bytes, allowed);
            if (body == null) {
                continue;
            }
            plain++;
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            try {
                assertThat(body).as(text).isEqualTo(reader.parse(bytes));
            } catch (BadBody e) {
                // Only out-of-range values may be rejected here; both readers reject them later.
                assertThat(e.detail()).as(text).contains("must be from 0 to");
            }
        }
        assertThat(plain).isGreaterThan(ROUNDS / 10);
    }

    private static void check(LocksCommand<?> command) {
        switch (command) {
            case LocksCommand.Acquire c -> {
                assertThat(c.limit()).isBetween(1, Limits.SEMAPHORE_LIMIT_MAX);
                assertThat(c.waitNanos()).isNotNegative();
                assertThat(c.ttlNanos()).isNotNegative();
            }
            case LocksCommand.Enqueue c -> {
                assertThat(c.limit()).isBetween(1, Limits.SEMAPHORE_LIMIT_MAX);
                assertThat(c.ttlNanos()).isNotNegative();
            }
            case LocksCommand.Await c -> assertThat(c.waitNanos()).isNotNegative();
            case LocksCommand.Renew c -> assertThat(c.ttlNanos()).isNotNegative();
            case LocksCommand.Release c -> assertThat(c.token()).isNotNull();
            case LocksCommand.Abandon c -> throw new AssertionError("no body says " + c);
        }
    }

    private static byte[] mutated(Random random, String seed) {
        byte[] bytes = seed.getBytes(StandardCharsets.UTF_8);
        int changes = random.nextInt(4);
        for (int i = 0; i < changes && bytes.length > 1; i++) {
            int at = random.nextInt(bytes.length);
            byte spice = (byte) SPICE.charAt(random.nextInt(SPICE.length()));
            switch (random.nextInt(3)) {
                case 0 -> bytes[at] = spice;
                case 1 -> {
                    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
                    System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
                    longer[at] = spice;
                    bytes = longer;
                }
                default -> bytes = Arrays.copyOf(bytes, at);
            }
        }
        return bytes;
    }
}
