"""Pools, claims, work nodes and the resources API."""

from __future__ import annotations

import threading
from uuid import uuid4

import holdfast
from holdfast import Client, Granted, Refused
from server import Server


def test_pool_lends_the_lowest_free_slot(client: Client) -> None:
    pool = client.pool(uuid4())
    assert pool.status() is None
    assert pool.create(2).available == 2
    with pool.borrow(60).or_raise() as first, pool.borrow(60).or_raise() as second:
        assert (first.slot, second.slot) == (0, 1)
        refused = pool.borrow(60)
        assert isinstance(refused, Refused) and refused.is_busy
    lease = pool.borrow(60).or_raise()
    assert lease.slot == 0 and pool.give_back(lease.token) and not pool.give_back(lease.token)
    assert pool.delete() and not pool.delete()


def test_slot_that_came_after_a_wait_is_counted_from_its_grant(client: Client) -> None:
    pool = client.pool(uuid4())
    pool.create(1)
    pool.borrow(2).or_raise()
    lease = pool.borrow(4, wait=10).or_raise()
    assert 2 < lease.remaining <= 4


def test_slot_is_lost_when_its_time_is_over(client: Client) -> None:
    pool = client.pool(uuid4())
    pool.create(1)
    lost = threading.Event()
    lease = pool.borrow(1).or_raise().on_lost(lambda _: lost.set())
    assert lost.wait(10)
    assert lease.loss is not None and lease.loss.reason == holdfast.EXPIRED


def test_claims_take_turns_and_stay_as_history(client: Client, other: Client, key: str) -> None:
    lease = client.claims.acquire(key, 60, user_data={"host": "blade7"}).or_raise()
    busy = other.claims.acquire(key, 60, wait=0)
    assert isinstance(busy, Refused) and busy.is_busy
    granted: list[holdfast.Acquired] = []
    waiter = threading.Thread(target=lambda: granted.append(other.claims.acquire(key, 60, 30)))
    waiter.start()
    while not other.claims.list(resource=key, status="waiting"):
        pass
    assert lease.release()
    waiter.join()
    second = granted[0].or_raise()
    assert second.fence > lease.fence
    second.release()
    statuses = [claim.status for claim in client.claims.list(resource=key)]
    assert statuses == ["released", "withdrawn", "released"]
    assert client.claims.list(resource=key)[0].user_data == {"host": "blade7"}


def test_claim_is_renewed_while_it_is_held(client: Client, key: str) -> None:
    lost = threading.Event()
    lease = client.claims.acquire(key, 1.5).or_raise().on_lost(lambda _: lost.set())
    assert not lost.wait(3)
    assert client.claims.get(int(lease.token)).status == "active"


def test_revoked_claim_is_reported(client: Client, key: str) -> None:
    lost = threading.Event()
    lease = client.claims.acquire(key, 2).or_raise().on_lost(lambda _: lost.set())
    client.claims.end(int(lease.token), "revoked")
    assert lost.wait(10)
    assert lease.loss is not None and lease.loss.reason == holdfast.ENDED_BY_SERVER


def test_claim_is_created_renewed_and_ended_by_hand(client: Client, key: str) -> None:
    claim = client.claims.create(key, 60)
    assert client.claims.renew(claim.id, 120).ttl == 120
    client.claims.end(claim.id, "aborted")
    assert client.claims.get(claim.id).is_final


def test_node_is_claimed_by_one_person(server: Server) -> None:
    with Client(server.url, token="jo") as jo, Client(server.url, token="sam") as sam:
        text = "---\nid: task-python\ntype: task\ntitle: T\nsummary: S\ndate: 2026-06-21\n---\n"
        jo.nodes.write(text)
        assert sam.nodes.read("task-python") is not None and jo.nodes.read("task-x") is None
        assert "task-python" in [item.id for item in sam.nodes.queue()]
        with jo.nodes.claim("task-python").or_raise() as lease:
            assert lease.fence > 0
            refused = sam.nodes.claim("task-python")
            assert isinstance(refused, Refused) and refused.is_busy
            assert jo.nodes.renew("task-python").by == "person-jo"
            assert jo.nodes.extend("task-python", 60).fence == lease.fence
        assert isinstance(sam.nodes.claim("task-python"), Granted)
        sam.nodes.release("task-python")


def test_resources_show_holders_queue_and_history(
    client: Client, other: Client, key: str
) -> None:
    with client.lock(key) as lock:
        queued = other.lock(key).enqueue()
        assert isinstance(queued, holdfast.Queued)
        found = client.resources.find("locks", key)
        assert found is not None and found.holders[0].owner == "ann@ci"
        assert found.holders[0].fence == lock.fence
        assert [waiter.owner for waiter in found.queue] == ["bob@ci"]
        queued.place.close()
    listed = [each.key for each in client.resources.list(api="locks", prefix=key)]
    assert listed == [] or listed == [key]
    past = list(client.resources.history(api="locks", prefix=key, owner="ann@ci"))
    assert [grant.end for grant in past] == ["released"] and past[0].fence == lock.fence
    assert client.resources.find("locks", key + "-unknown") is None
