"""A push service and a mail server of our own on loopback, which keep what they are given."""

from __future__ import annotations

import base64
import datetime as dt
import json
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

LOOPBACK = "127.0.0.1"
CURVE = ec.SECP256R1()


def text_of(raw: bytes) -> str:
    """Write bytes as browsers write keys."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """Read what browsers write."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Write a public key as 65 bytes."""
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """Derive a key as RFC 5869 says."""
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class Browser:
    """The half of a subscription that never leaves a browser."""

    def __init__(self) -> None:
        """Draw keys."""
        self.private = ec.generate_private_key(CURVE)
        self.auth = b"sixteen  letters"

    def device(self, endpoint: str) -> dict[str, str]:
        """Say what the page tells the server."""
        return {"endpoint": endpoint, "public": text_of(point(self.private.public_key())), "auth": text_of(self.auth)}

    def opened(self, sealed: bytes) -> Any:
        """Open a message as RFC 8188 and 8291 say, by other code than the server's."""
        salt, length = sealed[:16], sealed[20]
        sender, cipher = sealed[21 : 21 + length], sealed[21 + length :]
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        both = b"WebPush: info\0" + point(self.private.public_key()) + sender
        secret = derived(shared, self.auth, both, 32)
        key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        return json.loads(AESGCM(key).decrypt(nonce, cipher, None).rstrip(b"\0").removesuffix(b"\2"))


def signed_claims(authorization: str, key: str) -> dict[str, Any]:
    """Check a signature of VAPID (RFC 8292) with the key the browser was given; return what is claimed."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    raw = bytes_of(signature)
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, bytes_of(key))
    made = utils.encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public.verify(made, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert (scheme, parts["k"], json.loads(bytes_of(head))["alg"]) == ("vapid", key, "ES256")
    found: dict[str, Any] = json.loads(bytes_of(claims))
    return found


def certificate(folder: Path) -> tuple[Path, Path]:
    """Make a certificate for loopback that signs itself."""
    key, name = ec.generate_private_key(CURVE), x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "push")])
    begin = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(begin - dt.timedelta(hours=1))
        .not_valid_after(begin + dt.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(LOOPBACK))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    form = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    files = folder / "push.pem", folder / "push.key"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(key.private_bytes(serialization.Encoding.PEM, *form))
    return files


class PushService(ThreadingHTTPServer):
    """Takes messages over TLS; each path of it is a device, and may be told to answer otherwise."""

    def __init__(self, files: tuple[Path, Path]) -> None:
        """Listen."""
        super().__init__((LOOPBACK, 0), Taker)
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: dict[str, int] = {}
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*files)
        self.socket = context.wrap_socket(self.socket, server_side=True)

    def endpoint(self, device: str) -> str:
        """Name a device's address."""
        return f"https://{LOOPBACK}:{self.server_port}/{device}"

    def taken(self, device: str) -> list[bytes]:
        """List what came for a device."""
        return [body for path, _, body in self.got if path == f"/{device}"]


class Taker(BaseHTTPRequestHandler):
    """Takes one message."""

    server: PushService

    def do_POST(self) -> None:
        """Keep it."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, dict(self.headers), body))
        self.send_response(self.server.answers.get(self.path, 201))
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the library calls it so
        """Be silent."""


class MailServer(socketserver.ThreadingTCPServer):
    """Takes e-mail."""

    daemon_threads = True

    def __init__(self) -> None:
        """Listen."""
        super().__init__((LOOPBACK, 0), Mailman)
        self.got: list[EmailMessage] = []

    def sent_to(self, address: str) -> list[EmailMessage]:
        """List what was sent to somebody."""
        return [message for message in self.got if message["To"] == address]


class Mailman(socketserver.StreamRequestHandler):
    """Speaks just enough SMTP."""

    server: MailServer

    def handle(self) -> None:
        """Take messages until the other end is done."""
        self.wfile.write(b"220 mail\r\n")
        for line in self.rfile:
            word = line.strip().upper()
            if word.startswith(b"EHLO"):
                self.wfile.write(b"250 mail\r\n")
            elif word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                lines = iter(self.rfile.readline, b".\r\n")
                found = message_from_bytes(b"".join(lines), policy=policy.default)
                assert isinstance(found, EmailMessage)
                self.server.got.append(found)
                self.wfile.write(b"250 kept\r\n")
            elif word == b"QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            else:
                self.wfile.write(b"250 well\r\n")


@contextmanager
def at_work(server: socketserver.BaseServer) -> Iterator[None]:
    """Let a server work in a thread."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
