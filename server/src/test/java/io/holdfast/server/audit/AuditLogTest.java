package io.holdfast.server.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class AuditLogTest {

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final CountDownLatch go = new CountDownLatch(1);

    private static AuditEntry entry(AuditRecord.Kind kind, String resource) {
        return new AuditEntry(
                0,
                "default",
                "alice",
                "192.0.2.1",
                new AuditRecord("locks", "acquire", resource, kind, null, null, 0),
                new Result("granted", null, 33));
    }

    private List<String> lines() {
        return written.toString(StandardCharsets.UTF_8).lines().toList();
    }

    /** Blocks writes until {@code go} is released, like a busy disk. */
    private final class Slow extends OutputStream {

        @Override
        public void write(int oneByte) throws IOException {
            write(new byte[] {(byte) oneByte}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            written.write(bytes, from, length);
        }
    }

    @Test
    void userTextCannotBreakAnAuditLine() throws Exception {
        AuditEntry entry =
                entry(AuditRecord.Kind.ORDINARY, "a\r\nb\u001b[31m\u202e\"" + "x".repeat(300));
        String line = new String(entry.line(), StandardCharsets.UTF_8);
        assertThat(line)
                .startsWith("{\"time\":\"1970-01-01T00:00:00Z\",\"audit\":\"ordinary\"")
                .contains("\"principal\":\"alice\"", "\"address\":\"192.0.2.1\"", "\"fence\":33")
                .contains("a\\\\u000d\\\\u000ab\\\\u001b[31m\\\\u202e\\\"xxx")
                .endsWith("...\",\"outcome\":\"granted\",\"fence\":33}\n");
        assertThat(line.strip().chars().noneMatch(Character::isISOControl)).isTrue();
        assertThat(line.length()).isLessThan(700);
    }

    @Test
    void secretIsShownAsFingerprintOnly() {
        AuditRecord.Mark mark = new AuditRecord.Mark(0x0123456789abcdefL, 42);
        assertThat(AuditEntry.fingerprint(mark)).matches("[0-9a-f]{6}");
        assertThat(AuditEntry.fingerprint(mark))
                .isEqualTo(AuditEntry.fingerprint(new AuditRecord.Mark(0x0123456789abcdefL, 42)))
                .isNotEqualTo(
                        AuditEntry.fingerprint(new AuditRecord.Mark(0x0123456789abcdefL, 43)));
        assertThat(mark.toString()).isEqualTo("***");
    }

    @Test
    void fullQueueDropsOrdinaryLinesAndBlocksAdminActions() throws Exception {
        AuditLog log = new AuditLog(Slow::new);
        log.start();
        for (int i = 0; i < AuditLog.ORDINARY_MAX + 10; i++) {
            log.add(entry(AuditRecord.Kind.ORDINARY, "k" + i));
        }
        assertThat(log.dropped()).isEqualTo(10);
        assertThat(log.hasRoom()).isTrue();
        int admins = AuditLog.ADMIN_STOP - AuditLog.ORDINARY_MAX;
        for (int i = 0; i < admins; i++) {
            log.add(entry(AuditRecord.Kind.ADMIN, "admin"));
        }
        assertThat(log.hasRoom()).as("no further ones are admitted").isFalse();
        log.add(entry(AuditRecord.Kind.ADMIN, "under way already"));
        assertThat(log.dropped()).isEqualTo(10);
        go.countDown();
        log.close();
        assertThat(lines()).hasSize(AuditLog.ORDINARY_MAX + admins + 2);
        assertThat(lines()).filteredOn(line -> line.contains("\"admin\"")).hasSize(admins + 2);
        assertThat(lines())
                .filteredOn(line -> line.contains("10 ordinary lines"))
                .hasSize(1);
        assertThat(log.hasRoom()).isTrue();
    }

    @Test
    void failedWriteIsRetried() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        AuditLog log = new AuditLog(() -> new OutputStream() {
            @Override
            public void write(int oneByte) throws IOException {
                if (tries.incrementAndGet() == 5) {
                    throw new IOException("No space left on device");
                }
                written.write(oneByte);
            }
        });
        log.start();
        log.add(entry(AuditRecord.Kind.ORDINARY, "k"));
        log.close();
        assertThat(lines()).hasSize(2);
        assertThat(lines().getLast()).startsWith("{\"time\"").endsWith("}");
        assertThat(log.dropped()).isZero();
    }
}
