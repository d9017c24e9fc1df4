package io.holdfast.shedlock.examples;

import io.holdfast.client.Holdfast;
import io.holdfast.shedlock.HoldfastLockProvider;

import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** A task that one instance at a time runs. */
@Configuration
@EnableScheduling
@EnableSchedulerLock(defaultLockAtMostFor = "10m")
public class ReportApplication {

    private final String address = System.getProperty("holdfast.example", "127.0.0.1:6389");
    private final Reports reports;

    /** Creates the application, which writes to these reports. */
    public ReportApplication(Reports reports) {
        this.reports = reports;
    }

    // @start region="provider"
    @Bean
    LockProvider lockProvider() {
        return new HoldfastLockProvider(Holdfast.connect(address));
    }

    // @end

    // @start region="task"
    @Scheduled(fixedDelay = 1000)
    @SchedulerLock(name = "report", lockAtMostFor = "10m", lockAtLeastFor = "5s")
    public void report() {
        reports.write(HoldfastLockProvider.fence());
    }
    // @end
}
