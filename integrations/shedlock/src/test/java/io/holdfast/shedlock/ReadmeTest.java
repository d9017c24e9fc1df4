package io.holdfast.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.client.ResourceInfo;
import io.holdfast.shedlock.examples.ReportApplication;
import io.holdfast.shedlock.examples.Reports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** Runs the example of the README. */
final class ReadmeTest {

    private static final Path MODULE =
            Path.of(System.getProperty("holdfast.root"), "integrations/shedlock");
    private static final Pattern REGION =
            Pattern.compile("// @start region=\"\\w+\"\n(.*?)\n\\s*// @end", Pattern.DOTALL);
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)\n```", Pattern.DOTALL);

    @Test
    void everyExampleOfTheReadmeIsPartOfTheApplication() throws IOException {
        String source = Files.readString(MODULE.resolve(
                "src/test/java/io/holdfast/shedlock/examples/ReportApplication.java"));
        List<String> regions = new ArrayList<>();
        Matcher region = REGION.matcher(source);
        while (region.find()) {
            regions.add(region.group(1).stripIndent().strip());
        }
        List<String> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(MODULE.resolve("README.md")));
        while (block.find()) {
            blocks.add(block.group(1));
        }

        assertThat(blocks).hasSize(2).isEqualTo(regions);
    }

    @Test
    void scheduledTaskRunsUnderTheLockAndHoldsItForLockAtLeastFor() throws InterruptedException {
        Reports reports = new Reports();
        try (TestServer server = new TestServer()) {
            System.setProperty("holdfast.example", server.address());
            try (AnnotationConfigApplicationContext context =
                    new AnnotationConfigApplicationContext()) {
                context.registerBean(Reports.class, () -> reports);
                context.register(ReportApplication.class);
                context.refresh();
                Long fence = reports.fences().poll(60, TimeUnit.SECONDS);

                // The task is over, and the lock is kept for the rest of the five seconds.
                ResourceInfo.Holder holder = server.holder("report").orElseThrow();
                assertThat(holder.fence()).isEqualTo(fence);
                assertThat(holder.expiresIn()).isPositive();
                assertThat(holder.expiresIn()).isLessThanOrEqualTo(Duration.ofMinutes(10));
            }
        }
    }
}
