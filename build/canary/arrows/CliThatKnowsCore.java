package io.holdfast.cli.canary;

// must fail: cli-knows-the-client-alone
final class CliThatKnowsCore {

    io.holdfast.core.command.Command found;
}
