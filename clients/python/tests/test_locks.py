from __future__ import annotations

import threading

import holdfast
import pytest
from holdfast import Busy, Client, Granted, HoldfastError, LeaseLost, Queued, Refused
from server import Server


def test_with_statement_holds_the_lock_and_releases_it(
    client: Client, other: Client, key: str
) -> None:
    with client.lock(key) as lock:
        assert lock.is_held and lock.fence > 0 and 0 < lock.remaining <= 30
        refused = other.lock(key).acquire()
        assert isinstance(refused, Refused) and refused.is_busy
    assert not lock.is_held
    assert isinstance(other.lock(key).acquire(), Granted)


def test_fences_rise(client: Client, key: str) -> None:
    with client.lock(key) as first:
        pass
    with client.lock(key) as second:
        pass
    assert second.fence > first.fence


def test_with_statement_raises_busy_after_its_wait(client: Client, other: Client, key: str) -> None:
    with client.lock(key):
        with pytest.raises(Busy):
            with other.lock(key, wait=1):
                pass


def test_waiting_client_is_granted_when_the_holder_releases(
    client: Client, other: Client, key: str
) -> None:
    held = client.lock(key).acquire().or_raise()
    granted: list[holdfast.Acquired] = []
    waiter = threading.Thread(target=lambda: granted.append(other.lock(key).acquire(30)))
    waiter.start()
    wait_for_queue(client, key)
    assert held.release()
    waiter.join()
    lease = granted[0].or_raise()
    assert lease.is_held and lease.fence > held.fence


def test_lease_of_a_waiting_client_is_not_disturbed_by_its_wait(
    client: Client, other: Client, key: str
) -> None:
    busy = other.lock(key).acquire().or_raise()
    lost = threading.Event()
    held = client.lock(key + "-held", ttl=2, on_lost=lambda _: lost.set()).acquire().or_raise()
    waiter = threading.Thread(target=lambda: client.lock(key).acquire(30).or_raise().release())
    waiter.start()
    # Longer than the lease, so that it lives from renewals made during the wait.
    assert not lost.wait(4)
    assert held.is_held
    busy.release()
    waiter.join()


def test_lease_is_renewed_while_it_is_held(client: Client, other: Client, key: str) -> None:
    lost = threading.Event()
    with client.lock(key, ttl=1, on_lost=lambda _: lost.set()) as lock:
        assert not lost.wait(2.5)
        lock.check()
        assert isinstance(other.lock(key).acquire(), Refused)


def test_semaphore_has_as_many_slots_as_its_limit(client: Client, other: Client, key: str) -> None:
    with client.semaphore(key, 2), other.semaphore(key, 2) as second:
        assert isinstance(client.semaphore(key, 2).acquire(), Refused)
        assert second.is_held


def test_semaphore_with_another_limit_is_refused(client: Client, key: str) -> None:
    with client.semaphore(key, 2):
        refused = client.semaphore(key, 3).acquire()
        assert isinstance(refused, Refused) and refused.code == "limit_mismatch"
        with pytest.raises(HoldfastError, match="limit_mismatch"):
            refused.or_raise()


def test_place_in_the_queue_is_granted_later(client: Client, other: Client, key: str) -> None:
    held = client.lock(key).acquire().or_raise()
    queued = other.lock(key).enqueue()
    assert isinstance(queued, Queued) and queued.position == 1
    held.release()
    assert queued.place.wait(10).or_raise().is_held


def test_place_that_is_given_up_leaves_the_queue(
    client: Client, other: Client, key: str
) -> None:
    with client.lock(key):
        queued = other.lock(key).enqueue()
        assert isinstance(queued, Queued)
        queued.place.close()
        wait_for_queue(client, key, 0)


def test_break_of_a_lock_is_reported_to_its_holder(client: Client, other: Client, key: str) -> None:
    losses: list[holdfast.Loss] = []
    lost = threading.Event()

    def tell(loss: holdfast.Loss) -> None:
        losses.append(loss)
        lost.set()

    with pytest.raises(LeaseLost, match="ended_by_server"):
        with client.lock(key, ttl=2, on_lost=tell) as lock:
            assert other.resources.break_grant("locks", key, lock.fence, "the job hangs")
            assert lost.wait(10)
            with pytest.raises(LeaseLost):
                lock.check()
    assert losses[0].reason == holdfast.ENDED_BY_SERVER


def test_end_of_the_session_is_reported_to_its_holder(
    client: Client, server: Server, key: str
) -> None:
    lost = threading.Event()
    lease = client.lock(key, ttl=2, on_lost=lambda _: lost.set()).acquire().or_raise()
    server.delete_session(client._context.sessions.shared().id)
    assert lost.wait(10)
    assert lease.loss is not None and lease.loss.reason == holdfast.SESSION_ENDED
    # The client goes on in a new session.
    assert isinstance(client.lock(key).acquire(), Granted)


def test_token_renews_and_releases_in_another_client(
    client: Client, other: Client, key: str
) -> None:
    lease = client.lock(key).acquire().or_raise()
    assert other.lock(key).renew(lease.token) > 0
    assert other.lock(key).release(lease.token)
    assert not other.lock(key).release(lease.token)


def test_closed_client_has_released_everything(server: Server, other: Client, key: str) -> None:
    client = Client(server.url)
    client.lock(key).acquire().or_raise()
    client.close()
    assert isinstance(other.lock(key).acquire(), Granted)
    with pytest.raises(RuntimeError):
        client.lock(key).acquire()


def test_secrets_are_not_shown(client: Client, key: str) -> None:
    with client.lock(key) as lock:
        assert lock.token not in repr(lock) + str(lock._grant)


def wait_for_queue(client: Client, key: str, waiting: int = 1) -> None:
    pause = threading.Event()
    for _ in range(200):
        found = client.resources.find("locks", key)
        if found is not None and found.waiting == waiting:
            return
        pause.wait(0.05)
    raise AssertionError("the queue never had the length %d" % waiting)
