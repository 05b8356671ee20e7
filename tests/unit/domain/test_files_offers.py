"""Offers from CSV and JSON Lines: what is accepted, what it means, and what is not written."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from fedrota.domain.errors import InvalidFile, InvalidInput, InvalidValue
from fedrota.domain.files import read_offers, write_offers
from fedrota.domain.offers import Offers

Reader = Callable[[str | bytes], Offers]


@pytest.fixture
def read_csv(tmp_path: Path) -> Reader:
    """Read offers from the text of a CSV file."""
    return lambda content: _read(tmp_path / "offers.csv", content)


@pytest.fixture
def read_jsonl(tmp_path: Path) -> Reader:
    """Read offers from the text of a JSON Lines file."""
    return lambda content: _read(tmp_path / "offers.jsonl", content)


def _read(path: Path, content: str | bytes) -> Offers:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_offers(path)


FULL_CSV = """id,price,cpu,npu,histogram,data_size,quality,behavior,datasets,models,available_from,available_until
c1,12,4,1.5,10 0,10,0.5 0.75,1,mnist cifar-10,cnn,2026-03-01T08:00:00Z,2026-03-02
c2,9,,,3 8,11,,,,,,
"""
FULL_JSONL = """
{"id": "c1", "price": 12, "cpu": 4, "npu": 1.5, "histogram": [10, 0], "data_size": 10, "quality": [0.5, 0.75], \
"behavior": [1], "datasets": ["mnist", "cifar-10"], "models": ["cnn"], "available_from": "2026-03-01T08:00:00Z", \
"available_until": "2026-03-02"}

{"id": "c2", "price": 9, "histogram": [3, 8], "data_size": 11, "cpu": null}
"""


@pytest.mark.parametrize(("suffix", "content"), [("csv", FULL_CSV), ("jsonl", FULL_JSONL)])
def test_both_forms_say_the_same(tmp_path: Path, suffix: str, content: str):
    """Which form a person picks must not change what is known of a client."""
    offers = _read(tmp_path / f"offers.{suffix}", content)

    first, second = offers
    assert first.client.resources == {"cpu": 4.0, "npu": 1.5}
    assert first.client.datasets == frozenset({"mnist", "cifar-10"})
    assert first.history.quality == (0.5, 0.75)
    assert str(first.client.available_from) == "2026-03-01 08:00:00+00:00"
    assert str(first.client.available_until) == "2026-03-02 00:00:00+00:00"
    assert (second.id, second.price, second.data_size) == ("c2", 9, 11)
    assert (second.client.resources, second.client.models, second.history.behavior) == ({}, None, ())


def test_a_past_is_aligned_to_its_latest_value(read_csv: Reader):
    """Scoring takes the last columns as the last tasks, whoever has a shorter past."""
    offers = read_csv("id,quality\na,0.1 0.2 0.3\nb,0.9\nc,\n")

    assert offers.quality[:, -1].tolist()[:2] == [0.3, 0.9]
    assert np.isnan(offers.quality[1:]).sum() == 5


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbfid,price\r\nc1,12\r\n",
        b"id,price\rc1,12\r",
        b'"id","price"\n"c1","12"\n',
        b"\n\nid , price\n\n  \n c1 , 12 \n,\n\n",
        b"id,price\nc1,00012",
    ],
)
def test_what_programs_and_people_write_is_tolerated(read_csv: Reader, content: bytes):
    """Excel's byte order mark, line ends, quotes, spaces and blank lines say nothing about an offer."""
    offers = read_csv(content)

    assert offers.ids.tolist() == ["c1"]
    assert offers.prices is not None
    assert offers.prices.tolist() == [12]


def test_a_quoted_comma_belongs_to_the_cell(read_csv: Reader):
    """An id may hold what separates cells."""
    assert read_csv('id\n"a, ""b"""\n').ids.tolist() == ['a, "b"']


@pytest.mark.parametrize("header", ["id", "id,price,histogram,data_size"])
def test_a_column_that_nobody_fills_is_not_there(read_csv: Reader, header: str):
    """An empty column of a template must not become a price of nothing."""
    offers = read_csv(f"{header}\nc1{',' * header.count(',')}\n")

    assert (offers.prices, offers.histograms, offers.data_sizes) == (None, None, None)
    assert offers.quality.shape == (1, 0)


def test_counts_may_end_in_point_zero_but_prices_may_not(read_csv: Reader):
    """Programs write whole columns with a gap as 12.0; a price of 12.0 may be twelve of the major unit."""
    offers = read_csv("id,data_size,histogram\nc1,12.0,3.0 4\n")

    assert offers.data_sizes is not None
    assert offers.data_sizes.tolist() == [12]
    with pytest.raises(InvalidFile, match="minor units"):
        read_csv("id,price\nc1,12.0\n")


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("absent.csv", "fedrota example DIR"),
        (".", "Rename the file, or convert it"),
        ("offers.txt", "Rename the file, or convert it"),
        ("offers", "Rename the file, or convert it"),
        ("a\0b.csv", "Check the path"),
        ("x" * 5000 + ".csv", "Check the path"),
    ],
)
def test_a_file_that_is_not_there_is_bad_input(tmp_path: Path, name: str, remedy: str):
    """A wrong path is the first mistake that everyone makes; what helps depends on what is wrong with it."""
    with pytest.raises(InvalidFile, match=remedy):
        read_offers(f"{tmp_path}/{name}")


def test_no_example_is_offered_for_a_file_that_may_not_be_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """The file is there, and probably right."""

    def refuse(_: Path) -> bytes:
        raise PermissionError

    monkeypatch.setattr(Path, "read_bytes", refuse)

    with pytest.raises(InvalidFile, match=r"no permission; .* permissions\.$"):
        read_offers(tmp_path / "offers.csv")


def test_of_several_bad_cells_the_topmost_is_named(read_csv: Reader):
    """Whoever repairs a file goes from top to bottom."""
    with pytest.raises(InvalidFile) as caught:
        read_csv("id,price,cpu\nc1,1,2\nc2,1,x\nc3,y,2\nc4,1\n")

    assert (caught.value.row, caught.value.column) == (3, "cpu")


def test_one_bad_row_deep_in_a_large_file_is_found(read_csv: Reader):
    """Rows are converted many at a time; the place of a mistake must survive that."""
    rows = [f"c{k},{k % 90},{k % 7}.5,1 2" for k in range(150_000)]
    rows[140_000] = "c140000,12,oops,1 2"

    with pytest.raises(InvalidFile) as caught:
        read_csv("id,price,cpu,histogram\n" + "\n".join(rows))

    assert (caught.value.row, caught.value.column, caught.value.seen) == (140_002, "cpu", "'oops'")


def test_a_key_that_comes_late_in_a_long_file_is_not_stated_before(read_jsonl: Reader):
    """Lines are converted many at a time, and each may name other resources."""
    lines = [
        json.dumps({"id": f"c{k}"} | ({"npu": 3} if k == 39_999 else {"gpu": 1} if k == 0 else {}))
        for k in range(40_000)
    ]

    offers = read_jsonl("\n".join(lines))

    assert np.flatnonzero(~np.isnan(offers.resources["npu"])).tolist() == [39_999]
    assert np.flatnonzero(~np.isnan(offers.resources["gpu"])).tolist() == [0]


@pytest.mark.parametrize("content", ["id,price\nc1,12\n", '{"id": "c1", "price": 12}\n'])
def test_standard_input_is_read_in_either_form(monkeypatch: pytest.MonkeyPatch, content: str):
    """A pipe has no suffix."""
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(content.encode())))

    assert read_offers("-").ids.tolist() == ["c1"]


def _offers(**columns: object) -> Offers:
    empty = np.full((1, 0), np.nan)
    given: dict[str, object] = {
        "ids": np.array(["c1"]),
        "prices": None,
        "resources": {},
        "histograms": None,
        "data_sizes": None,
    }
    return Offers(**{**given, "quality": empty, "behavior": empty, **columns})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "columns",
    [
        {"ids": np.array([" c1"])},
        {"ids": np.array([""])},
        {"ids": np.array(["c\n1"])},
        {"ids": np.array(["c\ud800"])},
        {"ids": np.array(["x" * 257])},
        {"ids": np.array([], dtype=np.str_), "quality": np.zeros((0, 0)), "behavior": np.zeros((0, 0))},
        {"prices": np.array([-1])},
        {"prices": np.array([1, 2])},
        {"prices": np.array([2**60])},
        {"histograms": np.array([1])},
        {"histograms": np.array([[1, -1]])},
        {"resources": {"cpu": np.array([np.inf])}},
        {"resources": {"cpu": np.array([-1.0])}},
        {"resources": {"quality": np.array([0.5])}},
        {"resources": {"prise": np.array([1.0])}},
        {"resources": {" cpu": np.array([1.0])}},
        {"quality": np.array([[1.5]])},
        {"behavior": np.zeros((1, 1001))},
        {"datasets": np.array(["a\x00b"])},
        {
            "available_from": np.array(["2026-01-02"], dtype="datetime64[s]"),
            "available_until": np.array(["2026-01-01"], dtype="datetime64[s]"),
        },
    ],
)
def test_what_could_not_be_read_back_is_not_written(tmp_path: Path, columns: dict[str, object]):
    """A file that FedRota writes, it reads; whoever made wrong columns hears of it at once."""
    with pytest.raises(InvalidValue):
        write_offers(_offers(**columns), tmp_path / "offers.csv")

    assert list(tmp_path.iterdir()) == []


def test_every_refusal_is_one_of_the_family(read_csv: Reader):
    """Callers catch one class for bad input."""
    with pytest.raises(InvalidInput):
        read_csv("id\n\x07\n")
