package io.holdfast.server.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Checks that any request body is either parsed or rejected. */
final class BodyFuzzTest {

    private static final int ROUNDS = 200_000;
    private static final List<String> SEEDS = List.of(
            "{\"count\":4}",
            "{\"ttl\":30,\"wait\":25}",
            "{\"ttl\":0.5e-3,\"wait\":null,\"more\":{\"a\":[1,2,{\"b\":\"\\u00e9\"}]}}",
            "{\"lease\":\"3a7d0b14-9e2c-4f6a-8b1d-0c5e2f9a7b34\"}",
            "{\"count\":123456789012345678901234567890,\"ttl\":1e999,\"wait\":-1e-999}");
    private static final String PIECES = "{}[]\":,0123456789.eE+-nultrfasw \\u\n\t\u0000\u00ff";

    @Test
    void bodyIsParsedOrRejected() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int read = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] body = mutated(SEEDS.get(random.nextInt(SEEDS.size())), random);
            try {
                PoolsBody found = PoolsBody.read(body);
                assertThat(found.waitSeconds()).isNotNaN();
                read++;
            } catch (BadRequest refused) {
                assertThat(refused.text()).isNotBlank();
            } catch (RuntimeException | StackOverflowError broken) {
                throw new AssertionError(
                        "seed " + seed + ": " + new String(body, StandardCharsets.ISO_8859_1),
                        broken);
            }
        }
        assertThat(read).as("seed %d", seed).isPositive();
    }

    private static byte[] mutated(String text, Random random) {
        StringBuilder body = new StringBuilder(text);
        for (int changes = random.nextInt(4); changes > 0; changes--) {
            int at = random.nextInt(body.length());
            char piece = PIECES.charAt(random.nextInt(PIECES.length()));
            switch (random.nextInt(4)) {
                case 0 -> body.setCharAt(at, piece);
                case 1 -> body.insert(at, piece);
                case 2 -> body.deleteCharAt(at);
                default -> body.insert(at, text, 0, random.nextInt(text.length()));
            }
            if (body.isEmpty()) {
                break;
            }
        }
        return body.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
