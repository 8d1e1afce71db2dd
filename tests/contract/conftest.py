"""Keeps pytest out of the clients, which need what is generated for them; `with_tools.py` runs them."""

collect_ignore = ["client"]
