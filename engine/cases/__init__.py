"""Case files: a rule dispute as text. A position, some orders, and what must come of them.

A file holds one case or several, parted by `---`. `run` is silent when all is as expected, and
otherwise raises a `CaseError` that names the file, the step and what was seen instead.
"""

from __future__ import annotations

from engine.cases.reading import Case, CaseError, load
from engine.cases.table import Table, run, run_case

__all__ = ["Case", "CaseError", "Table", "load", "run", "run_case"]
