"""The client of a Holdfast server or cluster."""

from __future__ import annotations

import math
import ssl
from typing import Optional, Sequence, Union
from uuid import UUID

from ._claims import Claims
from ._leases import Leases
from ._locks import Lock, OnLost
from ._nodes import Nodes
from ._pools import Pool
from ._resources import Resources
from ._sessions import Sessions
from ._transport import Settings, Token, Transport, addresses, owner_name


class Context:
    """What the parts of one client share."""

    def __init__(self, settings: Settings) -> None:
        self.transport = Transport(settings)
        self.leases = Leases(self.transport)
        self.sessions = Sessions(self.transport)
        self.sessions.leases = self.leases
        self.closed = False

    def check_open(self) -> None:
        if self.closed:
            raise RuntimeError("the client is closed")


class Client:
    """A client of a Holdfast server or cluster, for programs with threads.

    One client serves a whole program and is safe to share between threads. ``close()`` releases
    everything that it holds. A process that forks makes its clients in the children.

    :param address: the members of one cluster, comma-separated or one by one
    :param token: a bearer token, or a function that returns one for each request
    :param ca: PEM file with the certificates to trust, instead of those of the system
    :param certificate: PEM file with the client's certificate, and ``key`` that with its key
    :param tls: a TLS context, instead of the PEM files
    :param owner: the name that others see beside what this client holds
    :param ttl: seconds that locks and semaphores last without renewal
    :param request_timeout: the limit in seconds for one request with all its retries
    """

    def __init__(
        self,
        address: "Union[str, Sequence[str]]" = "http://127.0.0.1:6389",
        *,
        token: Token = None,
        ca: Optional[str] = None,
        certificate: Optional[str] = None,
        key: Optional[str] = None,
        tls: Optional[ssl.SSLContext] = None,
        owner: Optional[str] = None,
        ttl: float = 30,
        request_timeout: float = 10,
    ) -> None:
        if request_timeout <= 0:
            raise ValueError("a timeout must be positive")
        members = addresses(address)
        if tls is None and any(member.startswith("https:") for member in members):
            tls = ssl.create_default_context(cafile=ca)
            if certificate is not None:
                tls.load_cert_chain(certificate, key)
        settings = Settings(
            members, token, tls, owner_name(owner), _whole(ttl), float(request_timeout)
        )
        self._context = Context(settings)

    def lock(
        self,
        name: str,
        *,
        ttl: Optional[float] = None,
        wait: Optional[float] = None,
        on_lost: OnLost = None,
    ) -> Lock:
        """Returns a lock. In a ``with`` statement it waits for ``wait`` seconds, or for ever."""
        return Lock(self._context, name, 0, self._ttl(ttl), wait, on_lost)

    def semaphore(
        self,
        name: str,
        limit: int,
        *,
        ttl: Optional[float] = None,
        wait: Optional[float] = None,
        on_lost: OnLost = None,
    ) -> Lock:
        """Returns a semaphore. The first client fixes the limit, which is the same for all."""
        if limit < 1:
            raise ValueError("a limit must be positive")
        return Lock(self._context, name, limit, self._ttl(ttl), wait, on_lost)

    def pool(self, id: "Union[UUID, str]") -> Pool:
        """Returns a pool; its ``create`` makes it exist."""
        return Pool(self._context, id)

    @property
    def claims(self) -> Claims:
        return Claims(self._context)

    @property
    def nodes(self) -> Nodes:
        return Nodes(self._context)

    @property
    def resources(self) -> Resources:
        return Resources(self._context)

    def _ttl(self, ttl: Optional[float]) -> int:
        return self._context.transport.settings.ttl if ttl is None else _whole(ttl)

    def close(self) -> None:
        """Releases everything, waits at most the request timeout for it, and ends all threads."""
        if not self._context.closed:
            self._context.closed = True
            self._context.leases.close()
            self._context.sessions.close()
            self._context.transport.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _whole(ttl: float) -> int:
    """Returns a ttl in whole seconds, rounded up."""
    if ttl <= 0:
        raise ValueError("a ttl must be positive")
    return math.ceil(ttl)
