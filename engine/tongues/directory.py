"""What a game calls its things, by domain and token."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.tongues import ENGLISH, Name, Said, Tongue

Called = Name | Said


def _named(names: Mapping[str, str | Called] | Sequence[str]) -> Mapping[str, str | Called]:
    return names if isinstance(names, Mapping) else {token: token for token in names}


class Directory:
    """The names of one game's things: as values for a sentence, and as tables in a language."""

    def __init__(
        self, game: str, tables: Mapping[str, Mapping[str, str | Called] | Sequence[str]]
    ) -> None:
        """Plain names are those of the data; languages look for theirs by domain and token, as
        `granada.NAMES.place.Cordoba`. Where there are only tokens, they are the names."""
        self._called: dict[str, dict[str, Called]] = {
            domain: {
                token: Name(f"{game}.NAMES.{domain}.{token}", name)
                if isinstance(name, str)
                else name
                for token, name in _named(names).items()
            }
            for domain, names in tables.items()
        }
        self._english = {domain: self._worded(domain, ENGLISH) for domain in self._called}

    def _worded(self, domain: str, tongue: Tongue) -> dict[str, str]:
        return {token: tongue.field(name) for token, name in self._called.get(domain, {}).items()}

    def names(self, domain: str, tongue: Tongue = ENGLISH) -> Mapping[str, str]:
        """Token -> what people say; empty for a domain without names."""
        if tongue.catalogue is ENGLISH.catalogue:
            return self._english.get(domain, {})
        return self._worded(domain, tongue)

    def called(self, domain: str, token: str) -> Called | None:
        """A thing as a value for a sentence; None if it has no name."""
        names = self._called.get(domain)
        return names.get(token) if names is not None else None
