"""A passkey made of software, for tests: what a browser would say for a device that holds one."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url

PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


@dataclass
class Authenticator:
    """Holds one key for one site."""

    origin: str = "http://testserver"
    site: str = "testserver"
    name: bytes = b"key-one"
    uses: int = 0
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def client_data(self, kind: str, question: str) -> bytes:
        """Write what the browser signs with."""
        return json.dumps({"type": kind, "challenge": question, "origin": self.origin}).encode()

    def head(self, flags: int) -> bytes:
        """Write how the key was used, and for which site."""
        self.uses += 1
        return hashlib.sha256(self.site.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer a request to make a passkey."""
        point = self.key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")})
        data = self.head(PRESENT | VERIFIED | HAS_KEY) + bytes(16) + len(self.name).to_bytes(2, "big")
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data + self.name + public})
        return self.told(
            clientDataJSON=self.client_data("webauthn.create", options["challenge"]), attestationObject=attested
        )

    def prove(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer the question who somebody is."""
        told, head = self.client_data("webauthn.get", options["challenge"]), self.head(PRESENT | VERIFIED)
        signature = self.key.sign(head + hashlib.sha256(told).digest(), ec.ECDSA(hashes.SHA256()))
        return self.told(clientDataJSON=told, authenticatorData=head, signature=signature)

    def told(self, **response: bytes) -> dict[str, Any]:
        """Write an answer as browsers do."""
        name = bytes_to_base64url(self.name)
        texts = {key: bytes_to_base64url(value) for key, value in response.items()}
        return {"credential": {"id": name, "rawId": name, "type": "public-key", "response": texts}}
