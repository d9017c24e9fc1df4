package io.holdfast.core.canary;

// must fail: tab
final class Tab {
	int answer = 42;
}
