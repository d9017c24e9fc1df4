from __future__ import annotations

import sys
from pathlib import Path
from typing import Callable, Iterator

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import holdfast
from server import CuttingProxy, Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that all tests share."""
    started = Server(tmp_path_factory.mktemp("server"))
    yield started
    started.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers of a test's own."""
    started: list[Server] = []

    def start(*flags: str) -> Server:
        directory = tmp_path / ("server%d" % len(started))
        directory.mkdir()
        started.append(Server(directory, *flags))
        return started[-1]

    yield start
    for each in started:
        each.stop()


@pytest.fixture
def proxy(server: Server) -> Iterator[CuttingProxy]:
    started = CuttingProxy(server.port)
    yield started
    started.close()


@pytest.fixture
def client(server: Server) -> Iterator[holdfast.Client]:
    with holdfast.Client(server.url, owner="ann@ci") as made:
        yield made


@pytest.fixture
def other(server: Server) -> Iterator[holdfast.Client]:
    with holdfast.Client(server.url, owner="bob@ci") as made:
        yield made


@pytest.fixture
def key(request: pytest.FixtureRequest) -> str:
    """A name that no other test uses."""
    return "python/" + request.node.name
