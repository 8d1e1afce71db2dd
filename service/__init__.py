"""The optimal split of a Pai Gow Poker hand, exactly."""

__version__ = "0.1.0"
