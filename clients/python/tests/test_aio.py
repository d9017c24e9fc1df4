from __future__ import annotations

import asyncio
from typing import Any, Coroutine
from uuid import uuid4

import holdfast
import pytest
from holdfast import aio
from server import Server


def run(test: "Coroutine[Any, Any, None]") -> None:
    asyncio.run(asyncio.wait_for(test, 60))


def test_async_with_holds_the_lock(server: Server, key: str) -> None:
    async def test() -> None:
        async with aio.Client(server.url) as client, aio.Client(server.url) as other:
            async with client.lock(key) as lock:
                assert lock.is_held and lock.fence > 0
                refused = await other.lock(key).acquire()
                assert isinstance(refused, holdfast.Refused) and refused.is_busy
                with pytest.raises(holdfast.Busy):
                    async with other.lock(key, wait=1):
                        pass
            assert isinstance(await other.lock(key).acquire(), aio.Granted)

    run(test())


def test_cancelled_task_leaves_the_queue(server: Server, key: str) -> None:
    async def test() -> None:
        async with aio.Client(server.url) as client, aio.Client(server.url) as other:
            async with client.lock(key):
                waiting = asyncio.create_task(other.lock(key).acquire(None))
                await queue_length(client, key, 1)
                waiting.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await waiting
                await queue_length(client, key, 0)
            assert isinstance(await client.lock(key).acquire(), aio.Granted)

    run(test())


def test_lease_is_renewed_while_the_event_loop_is_blocked(server: Server, key: str) -> None:
    async def test() -> None:
        import time

        async with aio.Client(server.url) as client:
            async with client.lock(key, ttl=1) as lock:
                time.sleep(2.5)
                lock.check()

    run(test())


def test_loss_is_reported_in_the_event_loop(server: Server, key: str) -> None:
    async def test() -> None:
        async with aio.Client(server.url) as client:
            loop = asyncio.get_running_loop()
            lost: "asyncio.Future[tuple[Any, holdfast.Loss]]" = loop.create_future()
            with pytest.raises(holdfast.LeaseLost):
                async with client.lock(
                    key,
                    ttl=2,
                    on_lost=lambda loss: lost.set_result((asyncio.get_running_loop(), loss)),
                ) as lock:
                    await client.resources.break_grant("locks", key, lock.fence, "a test")
                    where, loss = await lost
                    assert where is loop and loss.reason == holdfast.ENDED_BY_SERVER

    run(test())


def test_many_tasks_wait_at_once_and_each_gets_its_turn(server: Server, key: str) -> None:
    async def test() -> None:
        async with aio.Client(server.url) as client:
            inside = 0

            async def turn() -> int:
                nonlocal inside
                async with client.lock(key) as lock:
                    inside += 1
                    assert inside == 1
                    await asyncio.sleep(0)
                    inside -= 1
                    return lock.fence

            fences = await asyncio.gather(*(turn() for _ in range(20)))
            assert len(set(fences)) == 20

    run(test())


def test_other_apis_are_there_too(server: Server, key: str) -> None:
    async def test() -> None:
        async with aio.Client(server.url, token="kim") as client:
            pool = client.pool(uuid4())
            await pool.create(1)
            acquired = await pool.borrow(60)
            assert isinstance(acquired, aio.Granted)
            assert acquired.lease.slot == 0 and await acquired.lease.release()
            claimed = await client.claims.acquire(key, 60)
            assert isinstance(claimed, aio.Granted) and await claimed.lease.release()
            claims = await client.claims.list(resource=key)
            assert [claim.status for claim in claims] == ["released"]
            assert await client.nodes.read("task-none") is None
            async with client.semaphore(key, 2), client.semaphore(key, 2):
                found = await client.resources.find("locks", key)
                assert found is not None and found.held == 2
            queued = await client.lock(key + "-q").enqueue()
            assert isinstance(queued, aio.Granted)
            assert await client.resources.history(prefix=key + "-none") == []

    run(test())


async def queue_length(client: aio.Client, key: str, waiting: int) -> None:
    while True:
        found = await client.resources.find("locks", key)
        if found is not None and found.waiting == waiting:
            return
        await asyncio.sleep(0.02)
