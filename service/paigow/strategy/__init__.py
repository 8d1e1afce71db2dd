"""Strategies for the player: the shortest lists of lines that were found, and their exact cost."""
