"""Offers that cannot be read: every mistake is named by file, row, column, what was seen and what was expected."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from fedrota.domain.errors import InvalidFile
from fedrota.domain.files import read_offers
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


BAD_CELLS = [
    ("price", "12.50", "'12.50'", "minor units"),
    ("price", '"1,200"', "'1,200'", "minor units"),
    ("price", "-3", "'-3'", "minor units"),
    ("price", "1e3", "'1e3'", "minor units"),
    ("price", "1_000", "'1_000'", "minor units"),
    ("price", "٣", "'٣'", "minor units"),
    ("price", "€12", "'€12'", "minor units"),
    ("price", "9223372036854775808", "9223372036854775808", "1,000,000,000,000 at most"),
    ("price", "1000000000001", "1000000000001", "1,000,000,000,000 at most"),
    ("price", "9" * 5000, "5,000 characters", "at most"),
    ("data_size", "2.5", "'2.5'", "whole number"),
    ("cpu", "four", "'four'", "a finite number of 0 or more"),
    ("cpu", "nan", "'nan'", "a finite number of 0 or more"),
    ("cpu", "inf", "'inf'", "a finite number of 0 or more"),
    ("cpu", "1e999", "'1e999'", "a finite number of 0 or more"),
    ("cpu", "-1", "'-1'", "a finite number of 0 or more"),
    ("cpu", "1_0", "'1_0'", "a finite number of 0 or more"),
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
    ("price", "12", "without quotes"),
    ("price", True, "minor units"),
    ("price", 10**12 + 1, "1,000,000,000,000 at most"),
    ("price", 2**63, "at most"),
    ("data_size", 2.5, "whole number"),
    ("data_size", -1, "whole number"),
    ("cpu", "4", "without quotes"),
    ("cpu", 10**400, "a finite number of 0 or more"),
    ("cpu", False, "a finite number of 0 or more"),
    ("npu", [1], "known ones are"),
    ("histogram", "1 2", "for each label"),
    ("histogram", ["1", 2], "without quotes"),
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
        ("id,prise\nc1,2\n", 1, "prise", "Did you mean 'price'? `fedrota"),
        ("id,price,bandwith\nc1,2,3\n", 1, "bandwith", "Did you mean 'bandwidth'?"),
        ("id,Data Size\nc1,2\n", 1, "Data Size", "Did you mean 'data_size'?"),
        ("id,model_quality\nc1,0.5\n", 1, "model_quality", "a column 'quality'"),
        ("c1,12\nc2,13\n", 1, "id", "the columns 'c1', '12'"),
        ("id;price\nc1;2\n", 1, None, "columns separated by ';'"),
        ("id,price\nc1,2\nc2\n", 3, None, "found 1 cell ('c2'); expected 2"),
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
