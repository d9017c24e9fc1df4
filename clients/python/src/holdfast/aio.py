"""The client for asyncio.

The calls block in threads of the client, not of the event loop, and the heartbeat has a thread of
its own: leases are renewed even while the event loop is busy. A task that is cancelled gives its
place in the queue up, and releases what was granted meanwhile. Callbacks run in the event loop.
"""

from __future__ import annotations

import asyncio
from typing import Any, Callable, List, Optional, Sequence, TypeVar, Union
from uuid import UUID

from . import _leases, _locks, client, results
from ._claims import Claim
from ._http import Canceller
from ._nodes import NodeItem, NodeLease
from ._pools import PoolStatus
from ._resources import PastGrant, Resource
from .errors import LeaseLost
from .results import Loss, Refused, Unknown

T = TypeVar("T")
OnLost = Optional[Callable[[Loss], None]]


class Granted:
    """The client holds it, and renews it until it is released."""

    def __init__(self, lease: "Lease") -> None:
        self.lease = lease

    def or_raise(self) -> "Lease":
        return self.lease


class Queued:
    """The client has a place in the queue. Position 1 is next."""

    def __init__(self, position: int, place: "Place") -> None:
        self.position = position
        self.place = place


Acquired = Union[Granted, Refused, Unknown]


def _undo(result: Any) -> None:
    """Gives up what a cancelled task would have got."""
    if isinstance(result, results.Granted):
        result.lease.release()
    elif isinstance(result, results.Queued):
        result.place.close()


class _Runner:
    """Runs blocking calls on workers of the client."""

    def __init__(self, blocking: client.Client) -> None:
        self._work = blocking._context.transport.loop.work

    async def __call__(self, call: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        future: "asyncio.Future[T]" = loop.create_future()
        canceller = Canceller()

        def deliver(result: Any, failure: Optional[BaseException]) -> None:
            if future.done():
                self._work(lambda: _undo(result))
            elif failure is not None:
                future.set_exception(failure)
            else:
                future.set_result(result)

        def run() -> None:
            result: Any = None
            failure: Optional[BaseException] = None
            try:
                with canceller:
                    result = call()
            except BaseException as e:
                failure = e
            try:
                loop.call_soon_threadsafe(deliver, result, failure)
            except RuntimeError:  # the event loop is closed
                _undo(result)

        self._work(run)
        try:
            return await future
        except asyncio.CancelledError:
            canceller.cancel()
            if future.done() and not future.cancelled() and future.exception() is None:
                result = future.result()
                self._work(lambda: _undo(result))
            raise

    def listener(self, on_lost: OnLost) -> OnLost:
        if on_lost is None:
            return None
        loop = asyncio.get_running_loop()

        def tell(loss: Loss) -> None:
            try:
                loop.call_soon_threadsafe(on_lost, loss)
            except RuntimeError:
                pass  # the event loop is closed, and its tasks have ended

        return tell


class Lease:
    """Something that the client holds; see ``holdfast.Lease``."""

    def __init__(self, run: _Runner, lease: _leases.Lease) -> None:
        self._run = run
        self._lease = lease

    @property
    def api(self) -> str:
        return self._lease.api

    @property
    def key(self) -> str:
        return self._lease.key

    @property
    def token(self) -> str:
        return self._lease.token

    @property
    def fence(self) -> int:
        return self._lease.fence

    @property
    def slot(self) -> Optional[int]:
        return self._lease.slot

    @property
    def ttl(self) -> float:
        return self._lease.ttl

    @property
    def remaining(self) -> float:
        return self._lease.remaining

    @property
    def is_held(self) -> bool:
        return self._lease.is_held

    @property
    def loss(self) -> Optional[Loss]:
        return self._lease.loss

    def check(self) -> None:
        self._lease.check()

    def on_lost(self, listener: Callable[[Loss], None]) -> "Lease":
        told = self._run.listener(listener)
        assert told is not None
        self._lease.on_lost(told)
        return self

    async def release(self) -> bool:
        # The request goes on even if the task is cancelled meanwhile.
        return await asyncio.shield(asyncio.ensure_future(self._run(self._lease.release)))

    async def __aenter__(self) -> "Lease":
        return self

    async def __aexit__(self, kind: object, *_: object) -> None:
        await self.release()
        if self.loss is not None and kind is None:
            raise LeaseLost(self.loss)

    def __repr__(self) -> str:
        return repr(self._lease)


def _acquired(run: _Runner, acquired: results.Acquired) -> Acquired:
    if isinstance(acquired, results.Granted):
        return Granted(Lease(run, acquired.lease))
    return acquired


def _lease(acquired: Acquired) -> Lease:
    if isinstance(acquired, Granted):
        return acquired.lease
    acquired.or_raise()
    raise AssertionError("a refusal raises")


class Lock:
    """A lock or a semaphore; see ``holdfast.Lock``. Each ``async with`` needs a Lock of its own."""

    def __init__(self, run: _Runner, lock: _locks.Lock, wait: Optional[float]) -> None:
        self._run = run
        self._lock = lock
        self._wait = wait
        self._lease: Optional[Lease] = None

    @property
    def name(self) -> str:
        return self._lock.name

    async def acquire(self, wait: Optional[float] = 0) -> Acquired:
        return _acquired(self._run, await self._run(lambda: self._lock.acquire(wait)))

    async def enqueue(self) -> "Union[Acquired, Queued]":
        acquired = await self._run(self._lock.enqueue)
        if isinstance(acquired, results.Queued):
            return Queued(acquired.position, Place(self._run, acquired.place))
        return _acquired(self._run, acquired)

    async def renew(self, token: str) -> float:
        return await self._run(lambda: self._lock.renew(token))

    async def release(self, token: str) -> bool:
        return await self._run(lambda: self._lock.release(token))

    async def __aenter__(self) -> Lease:
        if self._lease is not None:
            raise RuntimeError("the lock is in use; make another one with client.lock")
        lease = self._lease = _lease(await self.acquire(self._wait))
        return lease

    async def __aexit__(self, *error: object) -> None:
        lease, self._lease = self._lease, None
        assert lease is not None
        await lease.__aexit__(*error)


class Place:
    """A place in the queue; see ``holdfast.Place``."""

    def __init__(self, run: _Runner, place: _locks.Place) -> None:
        self._run = run
        self._place = place

    async def wait(self, wait: Optional[float] = None) -> Acquired:
        return _acquired(self._run, await self._run(lambda: self._place.wait(wait)))

    async def close(self) -> None:
        await self._run(self._place.close)


class Pool:
    """A pool of numbered slots; see ``holdfast.Pool``."""

    def __init__(self, run: _Runner, pool: Any) -> None:
        self._run = run
        self._pool = pool

    async def create(self, count: int) -> PoolStatus:
        return await self._run(lambda: self._pool.create(count))

    async def status(self) -> Optional[PoolStatus]:
        return await self._run(self._pool.status)

    async def delete(self) -> bool:
        return await self._run(self._pool.delete)

    async def borrow(self, ttl: float, wait: Optional[float] = 0) -> Acquired:
        return _acquired(self._run, await self._run(lambda: self._pool.borrow(ttl, wait)))


class Claims:
    """Claims on resources; see ``holdfast.Claims``."""

    def __init__(self, run: _Runner, blocking: client.Client) -> None:
        self._run = run
        self._claims = blocking.claims

    async def acquire(
        self, resource: str, ttl: float, wait: Optional[float] = 0, user_data: Any = None
    ) -> Acquired:
        found = await self._run(lambda: self._claims.acquire(resource, ttl, wait, user_data))
        return _acquired(self._run, found)

    async def create(self, resource: str, ttl: float, user_data: Any = None) -> Claim:
        return await self._run(lambda: self._claims.create(resource, ttl, user_data))

    async def get(self, id: int) -> Claim:
        return await self._run(lambda: self._claims.get(id))

    async def renew(self, id: int, ttl: float) -> Claim:
        return await self._run(lambda: self._claims.renew(id, ttl))

    async def end(self, id: int, status: str) -> None:
        await self._run(lambda: self._claims.end(id, status))

    async def list(self, **filters: Any) -> "list[Claim]":
        return await self._run(lambda: self._claims.list(**filters))


class Nodes:
    """Work nodes; see ``holdfast.Nodes``."""

    def __init__(self, run: _Runner, blocking: client.Client) -> None:
        self._run = run
        self._nodes = blocking.nodes

    async def write(self, markdown: str) -> str:
        return await self._run(lambda: self._nodes.write(markdown))

    async def read(self, id: str) -> Optional[str]:
        return await self._run(lambda: self._nodes.read(id))

    async def queue(self, limit: int = 100) -> "list[NodeItem]":
        return await self._run(lambda: self._nodes.queue(limit))

    async def claim(self, id: str, session: Optional[str] = None) -> Acquired:
        return _acquired(self._run, await self._run(lambda: self._nodes.claim(id, session)))

    async def extend(self, id: str, more: float) -> NodeLease:
        return await self._run(lambda: self._nodes.extend(id, more))

    async def release(self, id: str) -> None:
        await self._run(lambda: self._nodes.release(id))


class Resources:
    """The resources of all APIs; see ``holdfast.Resources``."""

    def __init__(self, run: _Runner, blocking: client.Client) -> None:
        self._run = run
        self._resources = blocking.resources

    async def list(self, **filters: Any) -> "list[Resource]":
        return await self._run(lambda: list(self._resources.list(**filters)))

    async def find(self, api: str, key: str) -> Optional[Resource]:
        return await self._run(lambda: self._resources.find(api, key))

    async def history(self, **filters: Any) -> List[PastGrant]:
        return await self._run(lambda: list(self._resources.history(**filters)))

    async def break_grant(self, api: str, key: str, fence: int, reason: str) -> bool:
        return await self._run(lambda: self._resources.break_grant(api, key, fence, reason))


class Client:
    """A client for asyncio, with the same arguments as ``holdfast.Client``."""

    def __init__(
        self, address: "Union[str, Sequence[str]]" = "http://127.0.0.1:6389", **settings: Any
    ) -> None:
        self._blocking = client.Client(address, **settings)
        self._run = _Runner(self._blocking)

    def lock(
        self,
        name: str,
        *,
        ttl: Optional[float] = None,
        wait: Optional[float] = None,
        on_lost: OnLost = None,
    ) -> Lock:
        """Returns a lock. ``async with`` waits for ``wait`` seconds, or without a limit."""
        told = self._run.listener(on_lost)
        return Lock(self._run, self._blocking.lock(name, ttl=ttl, on_lost=told), wait)

    def semaphore(
        self,
        name: str,
        limit: int,
        *,
        ttl: Optional[float] = None,
        wait: Optional[float] = None,
        on_lost: OnLost = None,
    ) -> Lock:
        told = self._run.listener(on_lost)
        slots = self._blocking.semaphore(name, limit, ttl=ttl, on_lost=told)
        return Lock(self._run, slots, wait)

    def pool(self, id: "Union[UUID, str]") -> Pool:
        return Pool(self._run, self._blocking.pool(id))

    @property
    def claims(self) -> Claims:
        return Claims(self._run, self._blocking)

    @property
    def nodes(self) -> Nodes:
        return Nodes(self._run, self._blocking)

    @property
    def resources(self) -> Resources:
        return Resources(self._run, self._blocking)

    async def close(self) -> None:
        await self._run(self._blocking.close)

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
