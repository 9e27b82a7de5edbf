"""The server's workers: clients that send nothing, or read nothing, are given up after a while."""

import socket
import struct
from typing import Any

from gunicorn import util
from gunicorn.http import message
from gunicorn.http.errors import LimitRequestLine
from gunicorn.workers.gthread import ThreadWorker

# In bytes: a pasted post of 5,000 characters fits in any script, each as up to nine or twelve of them.
# Gunicorn reads no longer line than its own limit, whatever --limit-request-line says.
message.MAX_REQUEST_LINE = LONGEST_LINE = 65_534
# In seconds: how long the next piece of a request may take, and how long a client may not read.
PATIENCE = 20


class PatientWorker(ThreadWorker):  # type: ignore[misc]
    """Many threads that wait for clients, each with a limit that the kernel keeps."""

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Say in plain words what cannot be read."""
        if isinstance(exc, LimitRequestLine):
            util.write_error(client, 414, "URI Too Long", "This is too long to be read. Ask with fewer words.")
        else:
            super().handle_error(req, client, addr, exc)

    def handle(self, conn: Any) -> Any:
        """Handle a connection; a client that stalls is hung up on."""
        if not conn.initialized:
            limit = struct.pack("ll", PATIENCE, 0)
            conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)
            conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
        result = super().handle(conn)
        if not result:
            # Waiting for a client to hang up is for this thread, and not for the one that takes new clients in.
            conn.close(graceful=True)
        return result
