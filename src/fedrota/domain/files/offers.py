"""Offers from and to files. The suffix says which form: .csv, or .jsonl for JSON Lines."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Any

from fedrota.domain.errors import InvalidFile, Place
from fedrota.domain.files.csv_offers import read_csv
from fedrota.domain.files.disk import STDIN, AnyPath, Source, path_of, shown_name, write_text
from fedrota.domain.files.entries import REMEDY
from fedrota.domain.files.jsonl_offers import read_jsonl
from fedrota.domain.files.offer_values import check_offers, stated_columns, stretches
from fedrota.domain.offers import Offers

__all__ = ["offers_of", "read_offers", "write_offers"]


def read_offers(path: AnyPath) -> Offers:
    r"""Read offers from CSV or JSON Lines, checking every cell.

    Parameters
    ----------
    path
        A file that ends in ``.csv`` or ``.jsonl``, or ``-``: standard input, in either form.

    Raises
    ------
    InvalidFile
        What is wrong, in which row (counted from 1, the header included) and column, and what was expected.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "offers.csv")
    ...     _ = file.write_text("id,price,cpu,histogram\nc1,12,4,10 0\nc2,9,,3 8\n")
    ...     offers = read_offers(file)
    >>> offers.prices.tolist(), offers.histograms.tolist()
    ([12, 9], [[10, 0], [3, 8]])
    """
    form = _form(path)
    return offers_of(Source.open(path, remedy=REMEDY), form)


def offers_of(source: Source, form: str | None = None) -> Offers:
    """Read offers from what was opened already; without a form the first letter says which it is."""
    if form is None:
        form = ".jsonl" if source.raw.lstrip().startswith(b"{") else ".csv"
    return read_csv(source) if form == ".csv" else read_jsonl(source)


def write_offers(offers: Offers, path: AnyPath) -> None:
    r"""Write offers so that `read_offers` gives the same ones; a failure leaves an older file as it was.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from fedrota.domain.clients import Client, Offer
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "offers.jsonl")
    ...     write_offers(Offers.of([Offer(client=Client(id="c1", resources={"cpu": 4}), price=12)]), file)
    ...     file.read_text()
    '{"id": "c1", "price": 12, "cpu": 4}\n'
    """
    form = _form(path)
    check_offers(offers)
    write_text(path, _csv_text(offers) if form == ".csv" else _jsonl_text(offers))


def _form(path: AnyPath) -> str | None:
    place = path_of(path)
    if place == STDIN:
        return None
    suffix = PurePath(place).suffix.lower()
    if suffix not in (".csv", ".jsonl"):
        seen = f"the suffix {suffix!r}" if suffix else "a name without a suffix"
        remedy = "Rename the file, or convert it to one of the two."
        raise InvalidFile(Place(shown_name(place)), seen=seen, expected=".csv or .jsonl", remedy=remedy)
    return suffix


def _csv_text(offers: Offers) -> Iterator[str]:
    columns = stated_columns(offers)
    yield _rows_text([list(columns)])
    for stretch in stretches(columns):
        rows = zip(*(_cells(values) for values in stretch.values()), strict=True)
        yield _rows_text(rows)


def _jsonl_text(offers: Offers) -> Iterator[str]:
    first = True  # names every column, so that one in which nobody states anything comes back too
    for stretch in stretches(stated_columns(offers)):
        for row in zip(*stretch.values(), strict=True):
            stated = {name: value for name, value in zip(stretch, row, strict=True) if first or value is not None}
            first = False
            yield json.dumps(stated, allow_nan=False, ensure_ascii=False) + "\n"


def _cells(values: list[Any]) -> list[Any]:
    return [" ".join(map(str, value)) if isinstance(value, list) else value for value in values]


def _rows_text(rows: Iterable[Sequence[Any]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
