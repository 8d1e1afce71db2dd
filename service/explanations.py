"""Why one split is better than another, in plain words made from the numbers by templates."""

from __future__ import annotations

from service.analysis import Split


def explain_grade(chosen: Split, best: Split, known: bool = False) -> str:
    """One or two sentences on a player's split against the best; `known` where the dealer's hand lies face up."""
    front = " ".join(chosen.low.cards)
    if chosen.foul:
        return (
            f"{front} in front outranks the {_in_words(chosen.high.name)} behind: a foul, and the bet loses "
            f"whatever the dealer has."
        )
    if known:
        sentence = f"{front} in front {_result(chosen)} against the dealer's hand"
        if chosen.rank == 1:
            return f"{sentence}: nothing does better."
        return f"{sentence}; {' '.join(best.low.cards)} in front {_result(best)}."
    outcome = f"wins {_percent(chosen.win_probability)}, pushes {_percent(chosen.push_probability)} and loses "
    sentence = (
        f"{front} in front {outcome}{_percent(chosen.loss_probability)} of the time, worth {chosen.ev:+.4f} a unit"
    )
    if chosen.rank == 1:
        return f"{sentence}: nothing does better."
    other = " ".join(best.low.cards)
    return (
        f"{sentence}. {other} in front wins {_percent(best.win_probability)} and loses "
        f"{_percent(best.loss_probability)}, worth {best.ev:+.4f}: your split gives up {chosen.ev_loss:.4f}."
    )


def _result(split: Split) -> str:
    return "wins" if split.wins else "pushes" if split.pushes else "loses"


def _percent(share: float) -> str:
    return f"{100 * share:.2f} %"


def _in_words(name: str) -> str:
    return name[0].lower() + name[1:]
