"""Takes holdfast_line.py through all that docs/interop.md says of it, against a running server.

    PYTHONPATH=docs/interop python3 server/src/test/interop/exercise.py HOST PORT \\
        [--secret SECRET] [--ca FILE]

With --ask-for-time the server's clock stands still: whoever started this script moves it when a
line "advance N" is printed, and answers with a line. Leases are then long and renewed early, so that
nothing depends on how fast the machine is. Otherwise time passes by itself.
"""

import argparse
import json
import socket
import ssl
import sys
import threading
import time

import holdfast_line
from holdfast_line import Connection, LeaseLost, Lock, Refused

PATIENCE_SECONDS = 60
LONG_SECONDS = 3600

parser = argparse.ArgumentParser()
parser.add_argument("host")
parser.add_argument("port", type=int)
parser.add_argument("--secret")
parser.add_argument("--ca", help="speak TLS with a server whose certificate is of this authority")
parser.add_argument("--ask-for-time", action="store_true")
options = parser.parse_args()
address = (options.host, options.port)
tls = ssl.create_default_context(cafile=options.ca) if options.ca else None
lease_s = 2
if options.ask_for_time:
    lease_s = 100
    holdfast_line.RENEW_AT = 0.01
locks = []


def lock(key, **more):
    made = Lock(address, key, secret=options.secret, tls=tls, **more)
    locks.append(made)
    return made


def advance(seconds):
    if not options.ask_for_time:
        time.sleep(seconds)
        return
    print("advance %d" % seconds, flush=True)
    assert sys.stdin.readline(), "whoever moves the clock is gone"


def until(condition, what):
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "waited in vain until " + what
        time.sleep(0.01)


def stats():
    return json.loads(watcher.ask("stats", "_", "_").split(" ", 1)[1])


def waiters(key):
    return sum(row["waiters"] for row in stats()["locks"] if row["key"] == key)


def refused(word, call, *arguments):
    try:
        call(*arguments)
    except Refused as refusal:
        assert str(refusal) == word, refusal
    else:
        raise AssertionError("not refused with " + word)


class InLine(threading.Thread):
    """Somebody who waits for a key until it is granted."""

    def __init__(self, waiter):
        super().__init__(daemon=True)
        self.waiter, self.granted = waiter, None
        self.start()
        until(lambda: waiters(waiter.key) == 1, "somebody waits for " + waiter.key)

    def run(self):
        self.granted = self.waiter.acquire(LONG_SECONDS)

    def finish(self):
        self.join(PATIENCE_SECONDS)
        assert self.granted, "not granted: " + self.waiter.key


def acquires_and_releases():
    first, second = lock("deploy"), lock("deploy")
    assert first.acquire(0)
    fence = first.fence
    assert not second.acquire(0)
    assert first.release()
    assert not first.release()
    assert second.acquire(0)
    assert second.fence > fence
    assert second.release()


def waits_in_line():
    holder, waiter = lock("line"), lock("line")
    assert holder.acquire(0)
    fence = holder.fence
    in_line = InLine(waiter)
    assert holder.release()
    in_line.finish()
    assert waiter.fence > fence
    assert waiter.release()


def enqueues_and_collects():
    holder, waiter = lock("report"), lock("report")
    assert holder.enqueue()
    assert not waiter.enqueue()
    refused("error_already_enqueued", waiter.enqueue)
    fence = holder.fence
    assert holder.wait(0)
    assert holder.fence == fence, "collected with the token that enqueue gave"
    assert holder.release()
    assert waiter.wait(LONG_SECONDS)
    assert waiter.fence > fence
    assert waiter.release()
    refused("error_not_enqueued", waiter.wait, 0)


def renews_while_it_works():
    worker, rival = lock("work", lease_s=lease_s), lock("work")
    assert worker.acquire(0)
    fence = worker.fence
    for _ in range(4):
        advance(lease_s // 2)
        passed = time.monotonic()
        until(lambda: worker.valid_until - worker.lease_s > passed, "the lease is renewed")
    worker.check()
    assert worker.fence == fence
    assert not rival.acquire(0), "twice the lease has passed, and it is still held"
    assert worker.release()


def notices_a_lost_lease():
    sleeper, rival = lock("nap", lease_s=lease_s), lock("nap", lease_s=LONG_SECONDS)
    assert sleeper.acquire(0)
    fence = sleeper.fence
    in_line = InLine(rival)
    with sleeper._connection._turn:  # a program that is paused says nothing
        advance(lease_s + 1)
        in_line.finish()
    assert sleeper.lost.wait(PATIENCE_SECONDS)
    try:
        sleeper.check()
    except LeaseLost:
        pass
    else:
        raise AssertionError("the work was not told")
    assert rival.fence > fence
    assert not sleeper.release(), "an old token frees nothing"
    rival.check()
    assert not sleeper.acquire(0), "the rival has it"
    assert rival.release()


def reconnects():
    holder, rival = lock("cable", lease_s=lease_s), lock("cable")
    assert holder.acquire(0)
    fence = holder.fence
    in_line = InLine(rival)
    holder._connection._socket.shutdown(socket.SHUT_RDWR)  # as a network that fails
    in_line.finish()
    assert rival.release()
    assert holder.lost.wait(PATIENCE_SECONDS)
    assert holder.acquire(PATIENCE_SECONDS), "a new connection, a new session"
    assert holder.fence > fence
    holder.check()
    assert holder.release()


def shares_a_semaphore():
    members = [lock("pool", limit=2) for _ in range(3)]
    assert members[0].acquire(0) and members[1].acquire(0)
    assert members[0].fence != members[1].fence
    assert not members[2].acquire(0)
    refused("error_limit_mismatch", lock("pool", limit=3).acquire, 0)
    refused("error_limit_mismatch", lock("pool").acquire, 0)
    assert members[0].release()
    assert members[2].acquire(0)
    assert members[1].release() and members[2].release()


def refuses_what_would_be_another_request():
    for key in ("", "two words", "line\nend", "x" * 257):
        try:
            lock(key)
        except ValueError:
            continue
        raise AssertionError("a key that cannot be sent: %r" % key)


def proves_itself():
    if options.secret:
        refused("error_auth", Connection, address, "not the secret", tls)


def leaves_nothing_behind():
    for made in locks:
        made.close()
    until(lambda: stats()["connections"] == 1, "only the watcher is connected")
    assert stats()["locks"] == [] and stats()["semaphores"] == [], stats()


watcher = Connection(address, options.secret, tls)
assert watcher.ask("ping") == "ok"
for step in (
    proves_itself,
    acquires_and_releases,
    waits_in_line,
    enqueues_and_collects,
    renews_while_it_works,
    notices_a_lost_lease,
    reconnects,
    shares_a_semaphore,
    refuses_what_would_be_another_request,
    leaves_nothing_behind,
):
    step()
    print("done: " + step.__name__.replace("_", " "), flush=True)
