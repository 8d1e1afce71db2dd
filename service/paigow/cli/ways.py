"""Commands about house ways and their tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

import click

from paigow.answers.house_ways import all_ways, describe_lines, describe_way, set_by_way
from paigow.answers.warm_up import warm_up
from paigow.cli.common import JSON, compile_first, named_faults, progress_bar
from paigow.cli.frames import Frames
from paigow.cli.options import CARDS, JOKER, LANG, WAY_OR_FILE, WAYS, WHEEL, given
from paigow.counting.counters import counter
from paigow.datafiles import FileFault
from paigow.dealer.classes import representatives
from paigow.dealer.description import Description
from paigow.dealer.tables import SHIPPED, build, save, shipped_folder
from paigow.game.names import Lang
from paigow.game.ranks import Ranking, ranking_of, rankings
from paigow.house_ways import DEFAULT, HouseWay, HouseWayError, house_ways, id_conflict, read_file
from paigow.house_ways.engine import HandFeatures
from paigow.house_ways.wording import WILD_JOKER
from paigow.jsontext import to_json
from paigow.requests.fields import Localized
from paigow.requests.rules import RankingRules
from paigow.requests.splits import HouseWaySplitRequest


@click.group("house-way")
def house_way() -> None:
    """How casinos set their dealer's hand."""


@house_way.command("list")
@LANG
@JSON
@named_faults
def list_ways(lang: str | None, as_json: bool) -> None:
    """List the house ways."""
    say = Frames(_lang(lang))
    compile_first()
    for warning in warm_up():
        click.echo(warning, err=True)
    if as_json:
        click.echo(to_json(all_ways()), nl=False)
        return
    for way in house_ways().values():
        default = f" ({say('default')})" * (way.id == DEFAULT)
        click.echo(f"{way.id:14}{way.name}, {way.place}{default}")


@house_way.command("show")
@click.argument("way_id", type=WAY_OR_FILE, metavar="ID|FILE")
@LANG
@JSON
@named_faults
def show_way(way_id: str | Path, lang: str | None, as_json: bool) -> None:
    """Show the lines of a house way, in order: the first that fits decides. Those of a file are read, not checked."""
    words = _lang(lang)
    if isinstance(way_id, Path):
        way = read_file(way_id)
        click.echo(to_json(describe_lines(way, words)), nl=False) if as_json else _show(way, words)
        return
    way = house_ways()[way_id]
    if as_json or not way.shipped:  # its lines may foul or leave gaps, which shows when its tables are built
        compile_first()
        counter(way_id)
    if as_json:
        click.echo(to_json(describe_way(way, words)), nl=False)
        return
    _show(way, words)


def _show(way: HouseWay, words: Lang) -> None:
    click.echo(f"{way.name}, {way.place}\n{way.source}\n")
    for line in (*way.all_lines, *(line for lines in way.choices.values() for line in lines)):
        click.echo(f"{line.heading:28}{line.text}" if line.wild else f"{line.owner:16}{line.text}")
        click.echo(fill(line.words[words], 78, initial_indent=" " * 16, subsequent_indent=" " * 16))
    if way.wild:
        click.echo("\n" + fill(WILD_JOKER[words], 78))
    for note in way.notes:
        click.echo("\n" + fill(Frames(words)("note", note=note), 78))


def _lang(lang: str | None) -> Lang:
    return Localized.read({"lang": lang} if lang else {}).lang


@house_way.command("split")
@click.argument("way_id", type=WAYS, metavar="ID")
@click.argument("cards", **CARDS)
@WHEEL
@JOKER
@LANG
@JSON
@named_faults
def split_by_way(way_id: str, cards: Sequence[str], as_json: bool, **options: Any) -> None:
    """Set seven cards as a house way does."""
    request = HouseWaySplitRequest.read(given(cards, options))
    compile_first()
    told = set_by_way(house_ways()[way_id], request)
    if as_json:
        click.echo(to_json(told), nl=False)
        return
    high, low = told["high"], told["low"]
    click.echo(f"{' '.join(high.cards)} / {' '.join(low.cards)}\n{high.name} / {low.name}\n{told['rule']}")


@house_way.command("check")
@click.argument("path", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE")
@click.option("--against", type=WAYS, help="Show where it differs from this house way.")
@WHEEL
@JOKER
@JSON
@named_faults
def check_way(path: Path, against: str | None, as_json: bool, **rules: str | None) -> None:
    """Check a house way file: its faults, or how often each line fires, with an example.

    It is checked under all four rankings. Faults under the ranking that is shown, by default the usual one, end the
    check; faults under another one mean that the house way cannot be used with that.
    """
    read = RankingRules.read({name: value for name, value in rules.items() if value is not None})
    ranking = ranking_of(read.wheel, read.joker)
    compile_first()
    found_fit: list[Description] = []

    def more_faults(way: HouseWay, readable: bool) -> Iterator[FileFault]:
        yield from id_conflict(way)
        try:
            if readable:
                found_fit.append(Description(way, ranking))
        except HouseWayError as error:
            yield from error.faults

    way = read_file(path, more_faults)
    described = found_fit[0]
    refused = list(_refused(way, ranking))
    differences = list(described.differences(house_ways()[against])) if against else []
    samples = list(described.samples())
    if as_json:
        found = {
            "id": way.id,
            "refused": [{"wheel": rank.wheel, "joker": rank.joker, "faults": told} for rank, told in refused],
            "lines": [
                {
                    "kind": s.line.owner,
                    "wild": s.line.wild,
                    "line": s.line.text,
                    "hands": s.hands,
                    "example": s.example,
                }
                for s in samples
            ],
            "differences": differences,
        }
        click.echo(to_json(found), nl=False)
        return
    click.echo(f"{way.id} sets all 154,143,080 hands without a foul.\n")
    heading = ""
    for sample in samples:
        if sample.line.heading != heading:
            heading = sample.line.heading
            click.echo(heading)
        click.echo(f"  {sample.line.text}")
        click.echo(f"{sample.hands:>15,} hands{', such as ' + sample.example if sample.hands else ': never fires'}")
    if ranking.joker == "wild":
        click.echo("\n" + fill(WILD_JOKER["en"], 78))
    for rank, faults in refused:
        click.echo(f"\nNot usable with wheel={rank.wheel}, joker={rank.joker}:")
        for fault in faults:
            click.echo(f"  {fault}")
    if against:
        total = sum(difference.hands for difference in differences)
        click.echo(f"\n{way.id} and {against} set {total:,} hands differently.")
        for difference in differences:
            click.echo(f"{difference.kind}\n{difference.hands:>15,} hands, such as {difference.ours}")
            click.echo(f"{against:>15}            {difference.theirs}")


def _refused(way: HouseWay, checked: Ranking) -> Iterator[tuple[Ranking, list[str]]]:
    """The rankings other than the one that is checked under which a house way fouls or has gaps."""
    for ranking in rankings():
        if ranking is checked:
            continue
        try:
            build(way, HandFeatures.of(representatives(), ranking))
        except HouseWayError as error:
            yield ranking, [str(fault) for fault in error.faults]


@click.command("build")
@click.option("--house-way", "way_ids", type=WAYS, multiple=True, help="Build only this one; may be repeated.")
@click.option("--output", type=click.Path(file_okay=False, path_type=Path), default=SHIPPED, help="Folder to write to.")
@JSON
@named_faults
def build_tables(way_ids: Sequence[str], output: Path, as_json: bool) -> None:
    """Set all 292,253 classes of dealer hands by each house way, under each ranking, and write the dealer tables."""
    ways = [house_ways()[way_id] for way_id in way_ids] or [way for way in house_ways().values() if way.shipped]
    compile_first()
    built: list[dict[str, str]] = []
    with progress_bar() as progress:
        task = progress.add_task("building", total=len(rankings()) * (len(ways) + 1))
        for ranking in rankings():
            folder = output / shipped_folder(ranking).relative_to(SHIPPED)
            hands = HandFeatures.of(representatives(), ranking)
            progress.advance(task)
            for way in ways:
                progress.update(task, description=f"building {way.id}")
                tables = build(way, hands)
                save(way, tables, folder)
                built.append(
                    {"house_way": way.id, "wheel": ranking.wheel, "joker": ranking.joker, "tables": tables.digest}
                )
                if not as_json:
                    click.echo(f"{way.id:14}{ranking.wheel:8}{ranking.joker:11}{tables.digest}")
                progress.advance(task)
    if as_json:
        click.echo(to_json(built), nl=False)
