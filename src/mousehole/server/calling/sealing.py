"""Sealing a push message so that nobody between here and one browser can read it: RFC 8291, over RFC 8188.

The parts are of the package `cryptography`, which is imported when the first message is sent.
"""

from __future__ import annotations

import secrets
from typing import Any

RECORD = 4096
"""The longest record of a message, and all of ours is one."""
LAST = b"\x02"
"""Ends the last record."""
SALT, SECRET, KEY, NONCE = 16, 32, 16, 12
"""Lengths in bytes."""


def fresh_key() -> Any:
    """Draw the sender's half of a secret, which is used once."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  # not needed to start

    return ec.generate_private_key(ec.SECP256R1())


def point(public: Any) -> bytes:
    """Write a public key as browsers want it."""
    from cryptography.hazmat.primitives import serialization as kinds  # noqa: PLC0415  # as above

    found: bytes = public.public_bytes(kinds.Encoding.X962, kinds.PublicFormat.UncompressedPoint)
    return found


def is_point(raw: bytes) -> bool:
    """Tell whether bytes are a public key, which is a point of the curve."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  # as above

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)
    except ValueError:
        return False
    return True


def derived(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """Derive a key from a secret."""
    from cryptography.hazmat.primitives import hashes  # noqa: PLC0415  # as above
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415  # as above

    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


def sealed(plain: bytes, receiver: bytes, auth: bytes, private: Any = None, salt: bytes = b"") -> bytes:
    """Seal a message for the browser with this public key; what is drawn by chance can be given."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  # as above
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415  # as above

    private, salt = private or fresh_key(), salt or secrets.token_bytes(SALT)
    sender = point(private.public_key())
    shared = private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), receiver))
    secret = derived(shared, auth, b"WebPush: info\0" + receiver + sender, SECRET)
    key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", KEY)
    nonce = derived(secret, salt, b"Content-Encoding: nonce\0", NONCE)
    head = salt + RECORD.to_bytes(4) + bytes([len(sender)]) + sender
    return head + AESGCM(key).encrypt(nonce, plain + LAST, None)
