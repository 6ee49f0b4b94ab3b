"""Where files lie: one nameless temporary file, so that pictures do not fill the memory."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass


@dataclass(frozen=True)
class Slot:
    start: int
    length: int


class Shelf:
    def __init__(self) -> None:
        # It has no name, so nothing is left behind even if the process is killed.
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  # closed by close()

    def put(self, data: bytes) -> Slot:
        start = self._file.seek(0, 2)
        self._file.write(data)
        return Slot(start, len(data))

    def get(self, slot: Slot) -> bytes:
        self._file.seek(slot.start)
        return self._file.read(slot.length)

    def close(self) -> None:
        self._file.close()
