"""Files with a hand in each row, of any length: they are read, analysed and written in pieces.

A table is CSV (UTF-8, with a row of headings, commas, semicolons or tabs between them) or Parquet. The column `cards`
has the hand, or the columns `c1` to `c7` have one card each. Columns named like table rules, `dead` and `dealer` hold
for their row where they are not empty; all other columns pass through. Headings are read in upper or lower case. The
results are added in the columns of `FOUND`. A row that cannot be analysed says why in `error`, and spoils no other.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from paigow.answers.analysis import answers_to
from paigow.faults import InvalidInput, excerpt, invalid
from paigow.game.cards import HAND_SIZE
from paigow.requests.splits import HandQuery, SplitsRequest
from paigow.storage import whole

Row = dict[str, Any]

FOUND = (
    "best_high",
    "best_low",
    "wins",
    "pushes",
    "losses",
    "ev",
    "house_way_low",
    "house_way_ev_loss",
    "error",
)
"""The columns that are added. Hands are cards with blanks between; counts are dealer hands, values units of the bet."""

PIECE = 1_000
"""Rows in one piece."""

_ASKED = [name for name in HandQuery.model_fields if name != "lang"]
_SEVEN = [f"c{number}" for number in range(1, HAND_SIZE + 1)]
_DELIMITERS = ",;\t"


class Table(Protocol):
    """A table to read: its headings, its separator, the Arrow types of columns that are not text, and its rows in
    pieces.
    """

    columns: list[str]
    delimiter: str
    types: dict[str, Any]

    def pieces(self) -> Iterator[list[Row]]: ...


def analyse_rows(shared: Mapping[str, Any], rows: list[Row]) -> list[Row]:
    """The rows with their results. A row's own rules win over the shared ones."""
    answered: dict[int, SplitsRequest] = {}
    found: list[Row] = [dict.fromkeys(FOUND) for _ in rows]
    for number, row in enumerate(rows):
        sent = {heading.strip().lower(): value for heading, value in row.items()}
        own = {name: sent[name] for name in _ASKED if sent.get(name) not in (None, "")}
        if "cards" not in sent:
            own["cards"] = " ".join(str(sent[name] or "") for name in _SEVEN)
        try:
            answered[number] = SplitsRequest.read({"cards": "", **shared, **own, "limit": 1, "explain": False})
        except InvalidInput as error:
            found[number]["error"] = str(error)
    for number, answer in zip(answered, answers_to(list(answered.values())), strict=True):
        best, house = answer["splits"][0], answer["house_way"]
        found[number] |= {
            "best_high": " ".join(best["high"]["cards"]),
            "best_low": " ".join(best["low"]["cards"]),
            **{name: best[name] for name in ("wins", "pushes", "losses", "ev")},
            "house_way_low": " ".join(house["low"]),
            "house_way_ev_loss": house["ev_loss"],
        }
    return [{**row, **added} for row, added in zip(rows, found, strict=True)]


def work_on(shared: Mapping[str, Any]) -> partial[list[Row]]:
    """What a worker does with a piece."""
    return partial(analyse_rows, dict(shared))


def read_table(path: Path) -> AbstractContextManager[Table]:
    """The table in a file, by its ending. Raises `InvalidInput` if it has no column of cards, or is no table."""
    return _parquet(path) if path.suffix.lower() == ".parquet" else _csv(path)


@contextmanager
def _csv(path: Path) -> Iterator[Table]:
    with path.open(newline="", encoding="utf-8-sig") as file:
        reader = None
        try:
            delimiter = _delimiter(file.readline())
            file.seek(0)
            reader = csv.DictReader(file, restkey="more columns", strict=True, delimiter=delimiter)
            yield _Csv(reader, path, delimiter)
        except UnicodeDecodeError:
            raise invalid("invalid-parameter", f"{path}, line {_first_line_not_utf8(path)} is not UTF-8") from None
        except csv.Error as error:
            line = reader.line_num if reader else 1
            raise invalid("invalid-parameter", f"{path}, line {line}: {error}") from None


def _first_line_not_utf8(path: Path) -> int:
    """Text is decoded in pieces, ahead of the line that is read: where the fault is, the bytes say."""
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                line.decode()
            except UnicodeDecodeError:
                return number
    return number


def _delimiter(headings: str) -> str:
    """The separator: the one that cuts off a heading that is needed, else a comma."""
    for delimiter in _DELIMITERS:
        names = {heading.strip(' "\r\n').lower() for heading in headings.split(delimiter)}
        if "cards" in names or names.issuperset(_SEVEN):
            return delimiter
    return ","


class _Csv:
    def __init__(self, reader: csv.DictReader[str], path: Path, delimiter: str) -> None:
        self.delimiter = delimiter
        self.columns = _checked(list(reader.fieldnames or []), path)
        self.types: dict[str, Any] = {}
        self._reader = reader

    def pieces(self) -> Iterator[list[Row]]:
        while piece := list(islice(self._reader, PIECE)):
            yield piece


@contextmanager
def _parquet(path: Path) -> Iterator[Table]:
    arrow = _arrow()
    try:
        file = arrow.parquet.ParquetFile(path)
    except (OSError, ValueError) as error:
        raise invalid("invalid-parameter", f"{path} is no Parquet file: {excerpt(str(error))}") from None
    with file:
        yield _Parquet(file, path)


class _Parquet:
    delimiter = ","

    def __init__(self, file: Any, path: Path) -> None:
        self.columns = _checked(file.schema_arrow.names, path)
        self.types = {field.name: field.type for field in file.schema_arrow}
        self._file = file

    def pieces(self) -> Iterator[list[Row]]:
        for batch in self._file.iter_batches(batch_size=PIECE):
            yield batch.to_pylist()


def _checked(columns: list[str], path: Path) -> list[str]:
    named = [column.strip().lower() for column in columns]
    if "cards" not in named and not {*named}.issuperset(_SEVEN):
        there = ", ".join(excerpt(column) for column in columns[:20]) or "none"
        detail = f"{path} has no column named cards, and no columns c1 to c7; its columns: {there}"
        raise invalid("invalid-parameter", detail)
    if taken := [column for column in columns if column.strip().lower() in FOUND]:
        raise invalid("invalid-parameter", f"{path} has columns that are to be added: {', '.join(map(excerpt, taken))}")
    if twice := sorted({name for name in named if named.count(name) > 1}):
        raise invalid("invalid-parameter", f"{path} has columns twice: {', '.join(map(excerpt, twice))}")
    return columns


def write_table(path: Path, table: Table, pieces: Iterable[list[Row]]) -> Iterator[tuple[int, int]]:
    """Write the pieces of a table to a file, by its ending; yields how many rows each has, and how many of them could
    not be analysed.

    The file appears once it is complete. An interruption leaves no file, or the one that was there before.
    """
    write = _write_parquet if path.suffix.lower() == ".parquet" else _write_csv
    with whole(path) as unfinished:
        yield from write(unfinished, table, pieces)


def _write_csv(path: Path, table: Table, pieces: Iterable[list[Row]]) -> Iterator[tuple[int, int]]:
    with path.open("w", newline="", encoding="utf-8") as file:
        columns, delimiter = [*table.columns, *FOUND], table.delimiter
        writer = csv.DictWriter(file, columns, extrasaction="ignore", lineterminator="\n", delimiter=delimiter)
        writer.writeheader()
        for piece in pieces:
            writer.writerows(piece)
            yield len(piece), _failed(piece)


def _write_parquet(path: Path, table: Table, pieces: Iterable[list[Row]]) -> Iterator[tuple[int, int]]:
    arrow = _arrow()
    types = {name: arrow.string() for name in (*table.columns, *FOUND)}
    types |= table.types | dict.fromkeys(("wins", "pushes", "losses"), arrow.int64())
    types |= dict.fromkeys(("ev", "house_way_ev_loss"), arrow.float64())
    schema = arrow.schema(list(types.items()))
    with arrow.parquet.ParquetWriter(path, schema) as writer:
        for piece in pieces:
            writer.write_table(arrow.Table.from_pylist(piece, schema=schema))
            yield len(piece), _failed(piece)


def _failed(piece: list[Row]) -> int:
    return sum(row["error"] is not None for row in piece)


def _arrow() -> Any:
    try:
        import pyarrow.parquet  # type: ignore[import-untyped] # noqa: PLC0415 - an extra
    except ImportError:
        detail = 'for Parquet, install the extra "cluster", which brings pyarrow'
        raise invalid("invalid-parameter", detail) from None
    return pyarrow
