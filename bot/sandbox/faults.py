"""What goes wrong on purpose: the next requests that match answer badly, late or not at all."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass

from bot.sandbox.model.errors import Plain
from bot.sandbox.model.things import Json


class Cut(enum.Enum):
    """A connection that breaks: before anything was done, or after it was."""

    BEFORE = "before"
    AFTER = "after"


@dataclass
class Fault:
    method: str = ".*"
    path: str = ".*"
    times: int = 1
    skip: int = 0
    status: int | None = None
    code: int = 0
    message: str = "A fault made on purpose"
    retry_after: float = 0.2
    everywhere: bool = False
    delay: float = 0.0
    cut: Cut | None = None
    late: bool = False  # it is done as asked, and only then answered with the status
    met: int = 0

    @classmethod
    def read(cls, given: Json) -> Fault:
        known = set(cls.__dataclass_fields__) - {"met"}
        unknown = set(given) - known
        if unknown:
            raise Plain(f"A fault has no {', '.join(sorted(unknown))}.")
        fields = dict(given)
        if fields.get("cut") is not None:
            fields["cut"] = Cut(fields["cut"])
        fault = cls(**fields)
        if fault.status is None and fault.cut is None and not fault.delay:
            raise Plain("A fault needs a status, a delay or a cut.")
        return fault

    def meets(self, method: str, path: str) -> bool:
        fits = re.fullmatch(self.method, method) and re.search(self.path, path)
        if not fits or self.times <= 0:
            return False
        if self.skip > 0:
            self.skip -= 1
            return False
        self.times -= 1
        self.met += 1
        return True


class Faults:
    def __init__(self) -> None:
        self._laid: list[Fault] = []

    def lay(self, fault: Fault) -> Fault:
        self._laid.append(fault)
        return fault

    def clear(self) -> None:
        self._laid.clear()

    def meet(self, method: str, path: str) -> Fault | None:
        return next((one for one in self._laid if one.meets(method, path)), None)

    def left(self) -> int:
        return sum(one.times for one in self._laid)
