"""Every limit of the HTTP service, in one place. What an operator can set is in `paigow.settings`."""

MOST_BODY_BYTES = 1024 * 1024
"""A request body may be so long; a longer one gets 413."""

LARGE_BODY_BYTES = 64 * 1024
"""Of bodies longer than that, each worker works on one at a time."""

MOST_CONTAINERS = 20_000
"""Lists and objects in a body. A thousand hands with all their cards in lists are some 5,000."""

MOST_DIGITS = 4_300
"""A number may have so many characters, as Python's integers."""

MOST_HANDS = 1_000
"""In one batch."""

MOST_BATCH_FAULTS = 1_000
"""A batch lists so many faults; when they are used up, each further bad hand tells its first one."""

CHUNK = 25
"""So many hands of a batch are counted in one stretch."""

BATCH_THREADS = 2
"""Of each worker."""

MOST_DRAINED_BYTES = 32 * 1024 * 1024
"""So much of a body that is too long is read and dropped, so that the client gets to read the answer."""

MOST_REQUEST_LINE = 4094
"""gunicorn's own limit; any request line of up to 4,000 characters reaches the service and its error messages."""

CACHED_BYTES = 32 * 1024 * 1024
"""Finished answers kept by each worker, least recently used out first: some 1,800 hands."""

ENTRY_BYTES = 4_000
"""What an answer that is kept takes besides its own bytes, generously: its headers, its key, the place it has."""

FRESH_SECONDS = 86_400
"""How long a client or proxy may keep an answer. Answers change only with a release, and then their ETag does."""
