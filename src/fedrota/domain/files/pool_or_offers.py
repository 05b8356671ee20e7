"""A file that may be a pool or offers: what `fedrota plan` is given. The suffix says which, or the first line."""

import os
from pathlib import PurePath

from fedrota.domain.errors import InvalidFile, Place
from fedrota.domain.files.disk import STDIN, AnyPath, Source, path_of, shown_name
from fedrota.domain.files.offers import offers_of, read_offers
from fedrota.domain.files.pools import pool_from_json, read_pool
from fedrota.domain.files.strict_json import object_of
from fedrota.domain.offers import Offers
from fedrota.domain.pool import Pool

__all__ = ["read_pool_or_offers"]

REMEDY = "`fedrota pool OFFERS --task task.toml --json` writes a pool, `fedrota example DIR` writes offers."


def read_pool_or_offers(path: AnyPath) -> Pool | Offers:
    """Read a pool (.json) or offers (.csv, .jsonl); ``-`` is standard input, in any of the three forms.

    Raises
    ------
    InvalidFile
        It is neither, or something in it is wrong.
    """
    if path_of(path) == STDIN:
        source = Source.open(path, remedy=REMEDY)
        return pool_from_json(source.text, source.name) if _is_pool(source) else offers_of(source)
    suffix = PurePath(path).suffix.lower()
    if suffix == ".json":
        return read_pool(path)
    if suffix in (".csv", ".jsonl"):
        return read_offers(path)
    seen = f"the suffix {suffix!r}" if suffix else "a name without a suffix"
    place = Place(shown_name(os.fspath(path)))
    raise InvalidFile(place, seen=seen, expected=".json for a pool, .csv or .jsonl for offers", remedy=REMEDY)


def _is_pool(source: Source) -> bool:
    """Say whether this is one object with a format, rather than an object a line."""
    first, _, rest = source.text.lstrip().partition("\n")
    if not first.startswith("{"):
        return False
    try:
        parsed = object_of(first)
    except ValueError:
        return first.strip() == "{" or not rest.lstrip().startswith("{")
    return isinstance(parsed, dict) and "format" in parsed
