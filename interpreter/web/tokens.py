"""What nobody may guess: links, ids and seeds, and what is kept of a link.

A token has 256 bits and is told once, to whoever gets the link; the server keeps its digest only, so nobody who reads the store
can sit down at a table. Knows no table.
"""

from __future__ import annotations

import hashlib
import secrets


def new_token() -> str:
    """What stands behind the `#` of a link: 256 bits."""
    return secrets.token_urlsafe(32)


def digest_of(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def new_id() -> str:
    """The name of a table, a server or a line; in an address it tells nothing."""
    return secrets.token_hex(12)


def new_seed() -> int:
    """The chance of a table whose seed nobody has named."""
    return secrets.randbits(32)
