"""What is known of one kind of data file, by id: what is shipped, and an operator's own from a folder.

A file that is faulty is left out, and its faults are kept, so that the others can be used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from paigow.datafiles import FileError, FileFault, files_in


class Entry(Protocol):
    """What a file describes: its id, and where that stands."""

    @property
    def id(self) -> str: ...

    @property
    def file(self) -> str: ...

    @property
    def id_line(self) -> int: ...


T = TypeVar("T", bound=Entry)


class Registry(Generic[T]):
    """The entries by id, in the order in which they came. The first file with an id has it, as long as it is usable."""

    def __init__(self, shipped: Iterable[T]) -> None:
        self._entries = {entry.id: entry for entry in shipped}
        self._waiting: list[T] = []
        self._faults: list[FileFault] = []

    @property
    def entries(self) -> Mapping[str, T]:
        return self._entries

    def add_folder(self, folder: Path, read: Callable[[Path], T]) -> None:
        """Add what the files of a folder describe, in the order of their names."""
        try:
            paths = files_in(folder)
        except FileError as error:
            self._faults.extend(error.faults)
            return
        for path in paths:
            try:
                entry = read(path)
            except FileError as error:
                self._faults.extend(error.faults)
            else:
                self._add(entry)

    def _add(self, entry: T) -> None:
        if entry.id in self._entries:
            self._waiting.append(entry)
        else:
            self._entries[entry.id] = entry

    def taken(self, entry: T) -> list[FileFault]:
        """The fault of a file whose id another one has."""
        other = self._entries.get(entry.id)
        return [FileFault(entry.file, entry.id_line, f'the id "{entry.id}" is taken by {other.file}')] if other else []

    def exclude(self, entry: T, faults: Iterable[FileFault]) -> T | None:
        """Leave out an entry that turned out not to be usable; returns the next one with its id, which gets that."""
        del self._entries[entry.id]
        self._faults.extend(faults)
        heir = next((each for each in self._waiting if each.id == entry.id), None)
        if heir is not None:
            self._waiting.remove(heir)
            self._add(heir)
        return heir

    def excluded(self) -> tuple[FileFault, ...]:
        """What is wrong with the files that are left out, by file and line."""
        taken = [fault for entry in self._waiting for fault in self.taken(entry)]
        return tuple(sorted((*self._faults, *taken), key=lambda fault: (fault.file, fault.line)))
