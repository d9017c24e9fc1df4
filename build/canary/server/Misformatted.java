package io.holdfast.server.canary;

// must fail: format violations
final class Misformatted
{
  int  answer( ) { return 42 ; }
}
