"""The lock files, made anew: `make lock`.

Exact versions of everything that `pyproject.toml` asks for, resolved in an empty environment, with
the hashes of all files of each version: of every platform, so that the lock serves everybody. What
only another Python or another system needs stands there too, under its condition.
"""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)
from pip._internal.models.index import PyPI

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = (("linux", "Linux"), ("darwin", "Darwin"))
HEAD = '# Made by "make lock" from pyproject.toml: {what}. Do not edit by hand.'


def resolved(python: str, wanted: str, version: str = "") -> list[dict[str, Any]]:
    """What pip would install into an empty environment: metadata of each package. `version`: of
    another Python, whose packages are looked up and not built."""
    command = [python, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
    if version:
        command += ["--python-version", version, "--ignore-requires-python"]
        command += ["--only-binary", ":all:", "--target", ".venv-lock"]
    out = subprocess.run(
        [*command, "--report", "-", *wanted.split()], check=True, capture_output=True, text=True
    ).stdout
    return [item["metadata"] for item in json.loads(out)["install"]]


def environments() -> Iterator[dict[str, str]]:
    for python in PYTHONS:
        for system, name in SYSTEMS:
            yield {
                "python_version": python,
                "python_full_version": f"{python}.0",
                "sys_platform": system,
                "platform_system": name,
                "os_name": "posix",
                "platform_python_implementation": "CPython",
                "implementation_name": "cpython",
                "platform_machine": "x86_64",
                "extra": "",
            }


def elsewhere(packages: list[dict[str, Any]]) -> dict[str, Marker]:
    """What other Pythons and systems need beside it, each under its condition."""
    have = {canonicalize_name(package["name"]) for package in packages}
    found: dict[str, Marker] = {}
    for package in packages:
        for line in package.get("requires_dist", ()):
            needs = Requirement(line)
            name = canonicalize_name(needs.name)
            if name in have or needs.marker is None:
                continue
            if any(needs.marker.evaluate(where) for where in environments()):
                found[str(needs.name)] = needs.marker
    return found


def files(name: str, version: str) -> list[str]:
    """The hashes of all files of one version."""
    with urllib.request.urlopen(f"{PyPI.simple_url}/{canonicalize_name(name)}/") as answer:
        page = answer.read().decode()
    found = set()
    for link in re.findall(r'href="([^"]+)"', page):
        address = urllib.parse.urlparse(html.unescape(link))
        if _version(Path(urllib.parse.unquote(address.path)).name) == version:
            kind, _, value = address.fragment.partition("=")
            if kind == "sha256":
                found.add(f"{kind}:{value}")
    if not found:
        raise SystemExit(f"{name} {version}: the index names no file of it with a hash.")
    return sorted(found)


def _version(file: str) -> str | None:
    try:
        if file.endswith(".whl"):
            return str(parse_wheel_filename(file)[1])
        return str(parse_sdist_filename(file)[1])
    except (InvalidWheelFilename, InvalidSdistFilename):
        return None


def lines(packages: list[dict[str, Any]], python: str) -> Iterator[str]:
    wanted = {p["name"]: (p["version"], "") for p in packages if p["name"] != "herald"}
    for name, marker in elsewhere(packages).items():
        there = next(where for where in environments() if marker.evaluate(where))
        version = resolved(python, name, there["python_version"])[-1]["version"]
        wanted[name] = (version, f" ; {marker}")
    for name in sorted(wanted, key=str.lower):
        version, condition = wanted[name]
        yield f"{name}=={version}{condition} \\"
        hashes = [f"    --hash={one}" for one in files(name, version)]
        yield " \\\n".join(hashes)


def main(python: str) -> None:
    whole = resolved(python, "-e .[dev,bench] setuptools")
    play = {package["name"] for package in resolved(python, "-e . setuptools")}
    for file, what, packages in (
        ("requirements.lock", "what running needs", [p for p in whole if p["name"] in play]),
        ("requirements-dev.lock", "what developing needs, too", whole),
    ):
        text = "\n".join([HEAD.format(what=what), *lines(packages, python)]) + "\n"
        Path(file).write_text(text, encoding="utf-8")
        print(f"{file}: {len(packages)} packages")


if __name__ == "__main__":
    main(sys.argv[1])
