"""Servers that are killed, replies that are lost, members that do not answer."""

from __future__ import annotations

import socket
import subprocess
import threading
from pathlib import Path
from typing import Callable
from uuid import uuid4

import holdfast
import pytest
from holdfast import Client, Granted, HoldfastError, Unknown
from server import CuttingProxy, Server, free_port


def test_lock_outlives_a_killed_server_that_is_restarted(
    own_server: Callable[..., Server], key: str
) -> None:
    server = own_server()
    lost = threading.Event()
    with Client(server.url) as client:
        with client.lock(key, ttl=30, on_lost=lambda _: lost.set()) as lock:
            fence = lock.fence
            server.kill()
            server.start()
            assert client.lock(key).acquire().code == "busy"  # type: ignore[union-attr]
            assert lock.is_held and not lost.is_set()
        with client.lock(key) as again:
            assert again.fence > fence


def test_waiting_client_is_granted_after_a_restart(
    own_server: Callable[..., Server], key: str
) -> None:
    server = own_server()
    with Client(server.url, request_timeout=60) as client, Client(server.url) as other:
        held = other.lock(key).acquire().or_raise()
        granted: list[holdfast.Acquired] = []
        waiter = threading.Thread(target=lambda: granted.append(client.lock(key).acquire(60)))
        waiter.start()
        while not (found := other.resources.find("locks", key)) or found.waiting == 0:
            pass
        server.kill()
        server.start()
        assert held.release()
        waiter.join()
        assert granted[0].or_raise().is_held


def test_lease_is_lost_if_the_server_stays_away(
    own_server: Callable[..., Server], key: str
) -> None:
    server = own_server()
    lost = threading.Event()
    client = Client(server.url, request_timeout=1)
    lease = client.lock(key, ttl=2, on_lost=lambda _: lost.set()).acquire().or_raise()
    server.kill()
    assert lost.wait(10)
    assert not lease.is_held and lease.loss is not None
    assert lease.loss.reason == holdfast.UNREACHABLE
    result = client.lock(key).acquire()
    assert isinstance(result, Unknown) and "connection refused" in result.detail
    with pytest.raises(HoldfastError) as failure:
        result.or_raise()
    assert failure.value.is_unavailable
    client.close()


def test_lost_reply_is_asked_for_again_and_acts_once(
    proxy: CuttingProxy, client: Client, key: str
) -> None:
    with Client(proxy.url) as cut:
        with cut.lock(key):
            pass
        proxy.cut_reply_to("/v1/locks/")
        with cut.lock(key) as lock:
            assert proxy.cuts == 1
            holders = client.resources.find("locks", key)
            assert holders is not None and holders.holders[0].fence == lock.fence
    found = client.resources.find("locks", key)
    assert found is not None and len(found.history) == 2


def test_lost_reply_to_a_borrow_takes_one_slot(proxy: CuttingProxy) -> None:
    with Client(proxy.url) as cut:
        pool = cut.pool(uuid4())
        pool.create(3)
        proxy.cut_reply_to("/borrow")
        lease = pool.borrow(60).or_raise()
        assert proxy.cuts == 1 and lease.slot == 0
        status = pool.status()
        assert status is not None and status.in_use == 1


def test_client_goes_on_at_the_next_address_in_the_same_session(
    server: Server, proxy: CuttingProxy, key: str
) -> None:
    with Client([proxy.url, server.url]) as client:
        with client.lock(key, ttl=5) as lock:
            session = client._context.sessions.shared().id
            proxy.close()
            client._context.transport._idle.clear()
            assert client.lock(key + "-next").acquire().or_raise().is_held
            assert client._context.sessions.shared().id == session
            assert lock.is_held


def test_address_that_refuses_connections_is_skipped(server: Server, key: str) -> None:
    with Client("127.0.0.1:%d,%s" % (free_port(), server.url)) as client:
        assert isinstance(client.lock(key).acquire(), Granted)


def test_member_that_never_answers_is_left(server: Server, key: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = "http://127.0.0.1:%d" % silent.getsockname()[1]
        with Client([address, server.url], request_timeout=4) as client:
            assert isinstance(client.lock(key).acquire(), Granted)


def test_token_is_sent_and_its_supplier_is_asked_again(
    own_server: Callable[..., Server], key: str
) -> None:
    server = own_server("--auth-token", "s3cret")
    with Client(server.url, token="wrong") as client:
        refused = client.lock(key).acquire()
        assert isinstance(refused, holdfast.Refused) and refused.code == "unauthorized"
    tokens = iter(["expired"])
    with Client(server.url, token=lambda: next(tokens, "s3cret")) as client:
        assert isinstance(client.lock(key).acquire(), Granted)


def test_certificate_of_the_configured_authority_is_accepted(
    own_server: Callable[..., Server], tmp_path: Path, key: str
) -> None:
    certificate, private = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
        + ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
        + ["-keyout", str(private), "-out", str(certificate)],
        check=True,
        capture_output=True,
    )
    server = own_server("--tls-cert", str(certificate), "--tls-key", str(private))
    with Client(server.url, ca=str(certificate)) as client:
        assert isinstance(client.lock(key).acquire(), Granted)
    with Client(server.url, request_timeout=2) as client:
        result = client.lock(key).acquire()
        assert isinstance(result, Unknown) and "certificate" in result.detail


def test_invalid_settings_are_rejected() -> None:
    for address in ("ftp://host", "http://host:port", "", "http://host?x=1"):
        with pytest.raises(ValueError):
            Client(address)
    with pytest.raises(ValueError):
        Client("localhost", owner="a\nb")
    with pytest.raises(ValueError):
        Client("localhost", ttl=0)
    assert Client("localhost")._context.transport.address(0) == "http://localhost:6389"
