"""What is told: a request model in, an answer as plain data or frozen dataclasses out. Nothing here knows HTTP."""
