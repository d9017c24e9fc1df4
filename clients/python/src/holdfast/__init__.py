"""A client of Holdfast, the lock service.

    with holdfast.Client("http://127.0.0.1:6389") as client:
        with client.lock("deploy") as lock:
            deploy(fence=lock.fence)

``holdfast.aio`` has the same for asyncio.
"""

from ._claims import Claim, Claims
from ._leases import Lease
from ._locks import Lock, Place
from ._nodes import NodeItem, NodeLease, Nodes
from ._pools import Pool, PoolStatus
from ._resources import Holder, PastGrant, Resource, Resources, Waiter
from .client import Client
from .errors import Busy, HoldfastError, LeaseLost
from .results import (
    ENDED_BY_SERVER,
    EXPIRED,
    REFUSED,
    SESSION_ENDED,
    UNREACHABLE,
    Acquired,
    Granted,
    Loss,
    Queued,
    Refused,
    Unknown,
)

__all__ = [
    "ENDED_BY_SERVER",
    "EXPIRED",
    "REFUSED",
    "SESSION_ENDED",
    "UNREACHABLE",
    "Acquired",
    "Busy",
    "Claim",
    "Claims",
    "Client",
    "Granted",
    "Holder",
    "HoldfastError",
    "Lease",
    "LeaseLost",
    "Lock",
    "Loss",
    "NodeItem",
    "NodeLease",
    "Nodes",
    "PastGrant",
    "Place",
    "Pool",
    "PoolStatus",
    "Queued",
    "Refused",
    "Resource",
    "Resources",
    "Unknown",
    "Waiter",
]
