"""A strategy for the player, as short a list of lines as can be found, and what it costs exactly."""
