"""What is written is read back as it was: offers in both forms."""

import tempfile
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fedrota.domain.clients import Client, Histogram, History, Offer
from fedrota.domain.files import read_offers, write_offers
from fedrota.domain.files.cells import Kind, Part, Ragged
from fedrota.domain.files.kinds import Count, Identifier, Number, Price
from fedrota.domain.files.rows import Counts, Shares
from fedrota.domain.offers import Offers

LETTERS = st.characters(exclude_categories=("Cc", "Cs"))
IDS = st.text(LETTERS, min_size=1, max_size=12).map(str.strip).filter(bool)
WORDS = st.frozensets(st.text(LETTERS, min_size=1, max_size=6).filter(lambda word: word.split() == [word]), max_size=3)
SHARES = st.lists(st.floats(0, 1), max_size=4).map(tuple)
TIMES = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30)).map(
    lambda time: time.replace(microsecond=0, tzinfo=UTC)
)
RESOURCES = st.dictionaries(
    st.sampled_from(["cpu", "memory", "npu", 'Δ of, "all"']),
    st.floats(0, allow_infinity=False) | st.integers(0, 2**60).map(float),
)


@st.composite
def offers(draw: st.DrawFn) -> Offers:
    """Draw columns of offers with everything that an offer can say."""
    ids = draw(st.lists(IDS, min_size=1, max_size=6, unique=True))
    priced, labels, sized = draw(st.booleans()), draw(st.integers(0, 4)), draw(st.booleans())
    counts = st.lists(st.integers(0, 2**53), min_size=labels, max_size=labels).map(tuple)
    rows = []
    for one in ids:
        window = sorted(draw(st.lists(TIMES, min_size=2, max_size=2, unique=True)))
        client = Client(
            id=one,
            resources=draw(RESOURCES),
            datasets=draw(st.none() | WORDS),
            models=draw(st.none() | WORDS),
            available_from=draw(st.sampled_from([None, window[0]])),
            available_until=draw(st.sampled_from([None, window[1]])),
        )
        rows.append(
            Offer(
                client=client,
                price=draw(st.integers(0, 10**12)) if priced else None,
                histogram=Histogram(draw(counts)) if labels else None,
                data_size=draw(st.integers(0, 2**53)) if sized else None,
                history=History(quality=draw(SHARES), behavior=draw(SHARES)),
            )
        )
    return Offers.of(rows)


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
@given(written=offers())
@settings(max_examples=150, deadline=None)
def test_offers_come_back_column_by_column(suffix: str, written: Offers):
    """Files carry offers between people: not a bit may change on the way."""
    with tempfile.TemporaryDirectory() as folder:
        write_offers(written, Path(folder, f"offers.{suffix}"))
        read = read_offers(Path(folder, f"offers.{suffix}"))

    for name in written.__dataclass_fields__.keys() - {"resources"}:
        _assert_same(getattr(read, name), getattr(written, name))
    assert list(read.resources) == list(written.resources)
    for name in written.resources:
        _assert_same(read.resources[name], written.resources[name])


def _assert_same(read: object, written: object) -> None:
    if not isinstance(written, np.ndarray) or not isinstance(read, np.ndarray):
        assert (read is None) == (written is None)
        return
    assert read.shape == written.shape
    assert np.array_equal(read, written, equal_nan=written.dtype.kind in "fM")


TEXTS = st.lists(
    st.text("0123456789.eE+- ") | st.floats().map(repr) | st.integers().map(str) | st.text(), min_size=1, max_size=6
)


@pytest.mark.parametrize("kind", [Price(), Count(), Number(), Counts(), Shares(), Identifier()])
@given(cells=TEXTS)
@settings(max_examples=200, deadline=None)
def test_the_fast_way_takes_only_what_the_careful_way_takes(kind: Kind, cells: list[str]):
    """Columns are read at once where they look plain: that must never change a value, nor let one through."""
    fast = kind.fast(cells)

    if fast is not None:
        careful = kind.array([kind.cell(cell.strip()) if cell.strip() else kind.absent() for cell in cells])
        for one, other in zip(_arrays(fast), _arrays(careful), strict=True):
            assert np.array_equal(one, other, equal_nan=one.dtype.kind == "f")


def _arrays(part: Part) -> list[np.ndarray]:
    return [part.values, part.lengths] if isinstance(part, Ragged) else [part]
