"""The small game that tests of the contract use."""

from __future__ import annotations

from tests.contract.council import council as council
