package io.holdfast.core.canary;

// must fail: core-stands-on-the-jdk-alone
final class CoreThatLogs {

    org.slf4j.Logger found;
}
