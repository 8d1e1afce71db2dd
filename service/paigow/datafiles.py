"""How a data file is read, a house way or a side bet: as TOML, and so that every fault is named with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from paigow.faults import Unusable

MOST_BYTES = 100_000
"""The longest file that is read."""

_ADDRESS = re.compile(r"https?://")
_OTHER_SCHEME = re.compile(r"\s*[A-Za-z][\w+.-]*:\S")

ID = re.compile(r"(?=.{1,60}$)[a-z0-9]+(?:-[a-z0-9]+)*")
"""What an id looks like: lower-case words with hyphens."""


@dataclass(frozen=True)
class FileFault:
    """One fault of a data file, with the number of its line; 0 is the file or folder as a whole."""

    file: str
    line: int
    detail: str

    def __str__(self) -> str:
        text = f"{self.file}:{self.line}: {self.detail}" if self.line else f"{self.file}: {self.detail}"
        return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


class FileError(Unusable, ValueError):
    """A data file that cannot be used; `faults` names everything that is wrong with it."""

    def __init__(self, faults: Iterable[FileFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


class Source:
    """A file that is being read: what it says, the lines on which it says it, and the faults found so far.

    Raises `FileError` where it is too large, not UTF-8 or not TOML.
    """

    def __init__(self, raw: bytes, file: str) -> None:
        self.file = file
        self.faults: list[FileFault] = []
        if len(raw) > MOST_BYTES:
            raise FileError([FileFault(file, 1, f"the file is larger than {MOST_BYTES} bytes")])
        try:
            text = raw.decode("utf-8-sig")
            self.data: dict[str, Any] = tomllib.loads(text, parse_float=Decimal)
        except UnicodeDecodeError:
            raise FileError([FileFault(file, 1, "the file is not UTF-8")]) from None
        except (ValueError, RecursionError) as error:  # also a number too long, and tables nested too deeply
            where = re.search(r"at line (\d+)", str(error))
            why = "nested too deeply" if isinstance(error, RecursionError) else str(error)
            raise FileError([FileFault(file, int(where[1]) if where else 1, f"not TOML: {why}")]) from None
        self._lines = text.splitlines()

    def fault(self, line: int, detail: str) -> None:
        """Note a fault."""
        self.faults.append(FileFault(self.file, line, detail))

    def key(self, key: str, table: str = "", number: int = 0) -> int:
        """The line of `key =` within `[table]`, or within the `[[table]]` of that number; or of the table, or 1.

        Outside all tables a key can be a table itself: the line of `[key]`.
        """
        inside, fallback, seen = table == "", 1, -1
        for line, text in enumerate(self._lines, start=1):
            if header := re.match(r"\s*(\[\[?)\s*\"?([^]\"]+?)\"?\s*\]", text):
                if table == "" and header[2] == key:
                    return line
                same = header[2] == table
                seen += same
                inside = same and (header[1] == "[" or seen == number)
                fallback = line if inside else fallback
            elif inside and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", text):
                return line
        return fallback

    def text(self, text: str, after: int) -> int:
        """The line at or below `after` that holds `text` as a string, or `after`."""
        for number in range(after, len(self._lines) + 1):
            if f'"{text}"' in self._lines[number - 1] or f"'{text}'" in self._lines[number - 1]:
                return number
        return after

    def string(self, key: str) -> str:
        """A text of one line; "" with a fault where there is none."""
        value = self.data.get(key)
        if is_text(value):
            return str(value)
        detail = f'"{key}" is missing' if value is None else f'"{key}" must be a text of one line'
        self.fault(self.key(key), detail)
        return ""

    def id(self) -> str:
        """The id of what the file describes."""
        found = self.string("id")
        if found and not ID.fullmatch(found):
            detail = f'"{found}" is no id: at most 60 lower-case letters and digits, words joined by hyphens'
            self.fault(self.key("id"), detail)
        return found

    def origin(self) -> str:
        """Where its facts come from: the address of a page, or words, such as for a sheet on the wall."""
        found = self.string("source")
        if found and not is_origin(found):
            self.fault(self.key("source"), ORIGIN)
            return ""
        return found


def is_text(value: object) -> bool:
    """Whether a value is a text of one line."""
    return isinstance(value, str) and bool(value.strip()) and value.isprintable()


ORIGIN = "source is the address of a page (https://...), or words"


def is_origin(text: str) -> bool:
    """Whether a text can say where something comes from."""
    return bool(_ADDRESS.match(text)) or not _OTHER_SCHEME.match(text)


def read_bytes(path: Path) -> bytes:
    """The bytes of a data file, or as many as show that it is too large. Raises `FileError` where it cannot be read."""
    if not path.is_file():
        raise FileError([FileFault(str(path), 0, "there is no file, or it is no plain one")])
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise FileError([FileFault(str(path), 0, f"the file cannot be read: {error.strerror}")]) from None


def files_in(folder: Path) -> list[Path]:
    """The data files of a folder, by name. Raises `FileError` where it cannot be read."""
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ".toml")
    except OSError as error:
        raise FileError([FileFault(str(folder), 0, f"the folder cannot be read: {error.strerror}")]) from None
