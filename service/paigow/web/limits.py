"""Every limit of the HTTP service, in one place. What an operator can set is in `paigow.settings`."""

MOST_BODY_BYTES = 1024 * 1024
"""The longest request body; a longer one gets 413."""

LARGE_BODY_BYTES = 64 * 1024
"""Each worker works on one longer body at a time."""

MOST_CONTAINERS = 20_000
"""The most lists and objects in a body. A thousand hands with all their cards in lists have about 5,000."""

MOST_DIGITS = 4_300
"""The most characters in a number, as for Python's integers."""

MOST_HANDS = 1_000
"""The most hands in one batch."""

MOST_BATCH_FAULTS = 1_000
"""The most faults in the answer to a batch. After that, each further faulty hand lists only its first one."""

CHUNK = 25
"""The hands of a batch that are counted together."""

BATCH_THREADS = 2
"""Threads for batches in each worker."""

MOST_DRAINED_BYTES = 32 * 1024 * 1024
"""How much of a body that is too long is read and dropped, so that the client can read the answer."""

MOST_REQUEST_LINE = 4094
"""gunicorn's own limit; any request line of up to 4,000 characters reaches the service and its error messages."""

CACHED_BYTES = 32 * 1024 * 1024
"""Finished answers kept by each worker, least recently used out first: some 1,800 hands."""

ENTRY_BYTES = 4_000
"""A generous estimate of the memory that a kept answer takes besides its body."""

FRESH_SECONDS = 86_400
"""How long a client or proxy may keep an answer. Answers change only with a release, and then their ETag does."""
