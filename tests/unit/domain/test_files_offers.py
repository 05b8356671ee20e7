"""Offers from CSV and JSON Lines: what is accepted, and how what is not is named."""

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
    assert first.client.datasets == {"mnist", "cifar-10"}
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


BAD_CELLS = [
    ("price", "12.50", "'12.50'", "minor units"),
    ("price", '"1,200"', "'1,200'", "minor units"),
    ("price", "-3", "'-3'", "minor units"),
    ("price", "1e3", "'1e3'", "minor units"),
    ("price", "1_000", "'1_000'", "minor units"),
    ("price", "٣", "'٣'", "minor units"),
    ("price", "€12", "'€12'", "minor units"),
    ("price", "9223372036854775808", "9223372036854775808", "9,007,199,254,740,992 at most"),
    ("price", "9" * 5000, "5,000 characters", "at most"),
    ("data_size", "2.5", "'2.5'", "whole number"),
    ("cpu", "four", "'four'", "a number of 0 or more"),
    ("cpu", "nan", "'nan'", "a number of 0 or more"),
    ("cpu", "inf", "'inf'", "a number of 0 or more"),
    ("cpu", "1e999", "'1e999'", "a number of 0 or more"),
    ("cpu", "-1", "'-1'", "a number of 0 or more"),
    ("cpu", "1_0", "'1_0'", "a number of 0 or more"),
    ("npu", "fast", "'fast'", "known ones are id, price"),
    ("histogram", "1 -2", "'1 -2'", "for each label"),
    ("histogram", "1;2", "'1;2'", "for each label"),
    ("histogram", "1 9223372036854775807", "9223372036854775807", "at most"),
    ("quality", "0.5 1.5", "'0.5 1.5'", "from 0 to 1"),
    ("quality", "0.5 nan", "'0.5 nan'", "from 0 to 1"),
    ("behavior", "0 " * 1001, "2,001 characters", "1,000 values at most"),
    ("datasets", "x" * 1025, "1,025 characters", "1,024 characters at most"),
    ("available_from", "tomorrow", "'tomorrow'", "ISO 8601"),
    ("available_from", "0001-01-01T00:00:00+05:00", "0001-01-01", "ISO 8601"),
]


@pytest.mark.parametrize(
    ("column", "cell", "seen", "expected"), BAD_CELLS, ids=[f"{c[0]}={c[1][:12]}" for c in BAD_CELLS]
)
def test_a_bad_cell_is_named_by_row_and_column(read_csv: Reader, column: str, cell: str, seen: str, expected: str):
    """Whoever wrote the file must find the cell, and know what to write instead."""
    with pytest.raises(InvalidFile) as caught:
        read_csv(f"id,{column}\n\nfirst,\n\nsecond,{cell}\n")

    error = caught.value
    assert (Path(error.file).name, error.row, error.column) == ("offers.csv", 5, column)
    assert seen.strip("'") in error.seen
    assert expected in error.expected
    assert "`fedrota example DIR`" in str(error)


BAD_VALUES = [
    ("id", 7, "printable"),
    ("price", 12.0, "minor units"),
    ("price", "12", "minor units"),
    ("price", True, "minor units"),
    ("price", 2**63, "at most"),
    ("data_size", 2.5, "whole number"),
    ("data_size", -1, "whole number"),
    ("cpu", "4", "a number of 0 or more"),
    ("cpu", 10**400, "a number of 0 or more"),
    ("cpu", False, "a number of 0 or more"),
    ("npu", [1], "known ones are"),
    ("histogram", "1 2", "for each label"),
    ("histogram", [1, None], "for each label"),
    ("histogram", [1, -1], "for each label"),
    ("quality", 0.5, "from 0 to 1"),
    ("quality", [1.01], "from 0 to 1"),
    ("behavior", [0] * 1001, "1,000 values at most"),
    ("datasets", "mnist", "a list in JSON"),
    ("datasets", ["two words"], "a list in JSON"),
    ("models", [3], "a list in JSON"),
    ("available_until", 2026, "ISO 8601"),
]


@pytest.mark.parametrize(("key", "value", "expected"), BAD_VALUES, ids=[f"{c[0]}={str(c[1])[:12]}" for c in BAD_VALUES])
def test_a_bad_json_value_is_named_by_line_and_key(read_jsonl: Reader, key: str, value: object, expected: str):
    """JSON has types: a text that looks like a number is a mistake of the program that wrote it."""
    bad = json.dumps({"id": "second", key: value})

    with pytest.raises(InvalidFile) as caught:
        read_jsonl(f'{{"id": "first"}}\n\n{bad}\n')

    assert (caught.value.row, caught.value.column) == (3, key)
    assert expected in caught.value.expected


@pytest.mark.parametrize(
    ("content", "row", "column", "words"),
    [
        ("", None, None, "the file is empty"),
        (" \n\n", None, None, "the file is empty"),
        (",,\n,,\n", None, None, "nothing but empty rows"),
        ("id,price\n", None, None, "a header and no rows"),
        ("id,price,cpu,price\nc1,1,2,3\n", 1, "price", "two columns 'price'"),
        ("id,price,\nc1,1,2\n", 1, None, "the name of column 3"),
        ("price,cpu\n1,2\n", 1, "id", "a column 'id'"),
        ("Id,price\nc1,2\n", 1, "Id", "Did you mean 'id'?"),
        ("id,prise\nc1,2\n", 1, "prise", "Did you mean 'price'?"),
        ("id,price,bandwith\nc1,2,3\n", 1, "bandwith", "Did you mean 'bandwidth'?"),
        ("id,Data Size\nc1,2\n", 1, "Data Size", "Did you mean 'data_size'?"),
        ("id,model_quality\nc1,0.5\n", 1, "model_quality", "a column 'quality'"),
        ("c1,12\nc2,13\n", 1, "id", "the columns 'c1', '12'"),
        ("id;price\nc1;2\n", 1, None, "columns separated by ';'"),
        ("id,price\nc1,2\nc2\n", 3, None, "1 cells ('c2'); expected 2"),
        ("id,price\nc1,1,200\n", 2, None, "3 cells ('c1', '1', '200')"),
        ("id,price\nc1,2\n,3\n", 3, "id", "no id"),
        ("id,price\nc1,2\nc2,3\n\nc1,4\n", 5, "id", "'c1'; expected an id used once: row 2 has it too"),
        ("id,price\nc1,2\nc2,\n", 3, "price", "row 2 has one"),
        ("id,histogram\nc1,1 2\nc2,1 2 3\n", 3, "histogram", "3 counts; expected 2 as in row 2"),
        ("id,histogram\nc1,1 2\nc2,\n", 3, "histogram", "0 counts; expected 2 as in row 2"),
        ("id,available_from,available_until\nc1,2026-03-02,2026-03-01\n", 2, "available_until", "a time after"),
        ('id,price\n"c\n1",2\nc2,3\n', 2, "id", "printable"),
        ('id,price\nc1,2\n"c2,3\nc3,4\n', 3, None, "a quote that never closes"),
        ('id,price\nc1,2\n"c2"x,3\n', 3, None, "expected cells separated by commas"),
        (f"id,price\nc1,2\nc2,{'3' * 200_000}\n", 3, None, "a cell of more than 131,072 characters"),
        (f"id,{','.join(f'extra{k}' for k in range(1000))}\n", 1, None, "1,000 at most"),
        ("id,price\nc1,2\x1b[2J\n", 2, "price", "minor units"),
        ("id,price\nc1\x1b[2J,2\n", 2, "id", "printable"),
        (f"id\n{'x' * 257}\n", 2, "id", "257 characters"),
    ],
)
def test_a_bad_csv_file_says_where_and_what(
    read_csv: Reader, content: str, row: int | None, column: str | None, words: str
):
    """Every way in which a table can be broken has a sentence of its own."""
    with pytest.raises(InvalidFile) as caught:
        read_csv(content)

    assert (caught.value.row, caught.value.column) == (row, column)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("content", "row", "column", "words"),
    [
        ("id,price\nc1,2\n", 1, None, "one JSON object a line"),
        ('{"id": "c1"}\n{"id": "c2"\n', 2, None, "one JSON object a line"),
        ('{"id": "c1"}\n[1]\n', 2, None, "one JSON object a line"),
        ('{"id": "c1", "id": "c2"}\n', 1, None, "the key 'id' twice"),
        ('{"id": "c1", "cpu": NaN}\n', 1, None, "NaN is not JSON"),
        ('{"id": "c1", "cpu": ' + "[" * 100_000 + "\n", 1, None, "too many brackets"),
        ('{"id": "c1", "cpu": ' + "9" * 5000 + "}\n", 1, None, "one JSON object a line"),
        ('{"name": "c1"}\n', None, "id", "a column 'id'"),
        ("{}\n", None, "id", "a column 'id'"),
        ('{"id": "c1"}\n{"price": 3}\n', 2, "id", "no id"),
        ('{"id": "c1", "prise": 3}\n', None, "prise", "Did you mean 'price'?"),
        ('{"id": "c1", "": 3}\n', None, None, "outer spaces"),
        ('{"id": "c\\ud800"}\n', 1, "id", "printable"),
        ('{"id": "c1"}\n\n{"id": "c1"}\n', 3, "id", "row 1 has it too"),
        ('{"id": "c1", "histogram": [1, 2]}\n{"id": "c2", "histogram": []}\n', 2, "histogram", "2 as in row 1"),
        ('{"id": "c1", "price": 2}\n{"id": "c2"}\n', 2, "price", "row 1 has one"),
    ],
)
def test_a_bad_jsonl_file_says_where_and_what(
    read_jsonl: Reader, content: str, row: int | None, column: str | None, words: str
):
    """JSON Lines have the same rules as CSV, and a few of their own."""
    with pytest.raises(InvalidFile) as caught:
        read_jsonl(content)

    assert (caught.value.row, caught.value.column) == (row, column)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("content", "row", "words"),
    [
        (b"id,price\nc1,2\nc\xff,3\n", 3, "0xff"),
        (b"\xff\xfei\x00d\x00", 1, "not UTF-8"),
        (b"id,price\nc1,\x002\n", 2, "a NUL byte"),
        (b"PK\x03\x04\x14\x00\x06\x00\x08\x00\x00\x00!\x00", 1, "NUL"),
    ],
)
def test_bytes_that_are_no_text_are_refused(read_csv: Reader, content: bytes, row: int, words: str):
    """A spreadsheet's own file or another encoding must not be read as strange ids."""
    with pytest.raises(InvalidFile, match="UTF-8") as caught:
        read_csv(content)

    assert caught.value.row == row
    assert words in str(caught.value)


@pytest.mark.parametrize("name", ["absent.csv", ".", "offers.txt", "offers", "a\0b.csv", "x" * 5000 + ".csv"])
def test_a_file_that_is_not_there_is_bad_input(tmp_path: Path, name: str):
    """A wrong path is the first mistake that everyone makes."""
    with pytest.raises(InvalidFile, match="fedrota example DIR"):
        read_offers(f"{tmp_path}/{name}")


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
    given = {"ids": np.array(["c1"]), "prices": None, "resources": {}, "histograms": None, "data_sizes": None}
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
