"""The game itself: cards, what hands are worth and what they are called, splits, and who wins when two splits meet."""
