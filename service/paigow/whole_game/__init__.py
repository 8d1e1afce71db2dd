"""The whole game: every hand of the player against every hand of the dealer, 8,250,459,031,214,400 deals."""
