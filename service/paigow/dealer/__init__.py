"""The exhaustive dealer distribution: classes of dealer hands, how each house way sets them, and the shipped tables."""
