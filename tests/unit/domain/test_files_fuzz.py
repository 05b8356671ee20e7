"""Whatever bytes a file holds, the answer is a noun or an error of the family: never a traceback, never a warning."""

import contextlib
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fedrota.domain.errors import InvalidInput
from fedrota.domain.files import read_offers, read_pool, read_scores, read_task

CSV = b"id,price,cpu,npu,histogram,quality,datasets,available_from\nc1,12,4,1.5,10 0,0.5 0.75,mnist,2026-03-01T08:00Z\n"
JSONL = (
    b'{"id": "c1", "price": 12, "cpu": 4.5, "histogram": [10, 0], "quality": [0.5], "models": ["cnn"]}\n'
    b'{"id": "c2", "price": 3, "histogram": [1, 2]}\n'
)
TOML = b"""name = "t"
budget = 3
starts = 2026-03-01
[criteria.cpu]
minimum = 2
[price]
rule = "linear"
a = 1
b = 2
"""
POOL = (
    b'{"format": "fedrota/pool", "version": 1, "ids": ["a"], "scores": [1.5], "asks": [1], "payments": [1], '
    b'"histograms": [[1, 2]], "score": 1.5, "cost": 1, "bound": 1.5, "optimal": true, "budget": 1, "offered": 1, '
    b'"eligible": 1, "selector": "x", "seed": null, "rate": null}'
)
SCORES = (
    b'{"format": "fedrota/scores", "version": 1, "ids": ["a"], "criteria": ["cpu"], "values": [[0.5]], "weights": [1], '
    b'"totals": [0.5], "costs": [1], "histograms": [[1]], "rules": [{"name": "r", "miss": "m {seen:g}", "passed": 0}], '
    b'"missed": [0], "seen": [1.5], "depends_on_cohort": false, "depends_on_ask": false}'
)

TOKENS = st.sampled_from(
    [
        *b',"\n\r\0[]{}=._\xff',
        "é\u2028".encode(),
        b"",
        b"-1",
        b"1e999",
        b"nan",
        b"NaN",
        b"null",
        b"true",
        b"0.5 ",
        b"id",
    ]
).map(lambda token: bytes([token]) if isinstance(token, int) else token) | st.sampled_from(
    [b"9" * 20, b"\xef\xbb\xbf", b"\\ud800", b"  ", b"'"]
)


@st.composite
def mutated(draw: st.DrawFn, seed: bytes) -> bytes:
    """Draw a file with some stretches replaced: most of it stays right, so that deep checks are reached."""
    out = seed
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(out)))
        length = draw(st.integers(0, 8))
        out = out[:start] + draw(TOKENS | st.binary(max_size=6)) + out[start + length :]
    return out


@pytest.mark.parametrize(
    ("name", "read", "seed"),
    [
        ("offers.csv", read_offers, CSV),
        ("offers.jsonl", read_offers, JSONL),
        ("task.toml", read_task, TOML),
        ("pool.json", read_pool, POOL),
        ("scores.json", read_scores, SCORES),
    ],
)
def test_no_bytes_break_a_reader(name: str, read: Callable[[Path], object], seed: bytes):
    """Files come from anywhere; a reader that fails must say how in a sentence."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(seed)
        read(path)

        @given(content=mutated(seed) | st.binary(max_size=60))
        @settings(max_examples=400, deadline=None, database=None)
        def check(content: bytes) -> None:
            path.write_bytes(content)
            with contextlib.suppress(InvalidInput):
                read(path)

        check()
