"""The door for untrusted JSON and the fingerprint, as Python sees them."""

import importlib.metadata
import json
import os
import pickle
import subprocess
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darwindeck import _core
from darwindeck._core import JsonDoorError, check_json, fingerprint


def check(
    data: bytes,
    *,
    max_bytes: int = 10_000,
    max_depth: int = 64,
    max_values: int = 1_000,
    max_string: int = 1_000,
    max_digits: int = 15,
) -> None:
    check_json(
        data,
        max_bytes=max_bytes,
        max_depth=max_depth,
        max_values=max_values,
        max_string=max_string,
        max_digits=max_digits,
    )


def refusal(data: bytes, **limits: int) -> JsonDoorError:
    with pytest.raises(JsonDoorError) as caught:
        check(data, **limits)
    return caught.value


@pytest.mark.parametrize(
    "text",
    ["null", "[]", "{}", '{"a": [1, -2.5e3, "\\ud83c\\udca1", true, false, null]}', ' "♠" \n'],
)
def test_plain_json_passes(text: str) -> None:
    check(text.encode())


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", "empty"),
        (b" \n\t", "empty"),
        (b"x", "not_json"),
        (b"\x00", "not_json"),
        (b"\xff\xfe{\x00}\x00", "not_utf8"),
        (b"\x80", "not_utf8"),
        (b"\xef\xbb\xbf{}", "not_json"),
        (b"PK\x03\x04", "not_json"),
        (b"<html></html>", "not_json"),
        (b"NaN", "not_json"),
        (b"[Infinity]", "not_json"),
        (b"-Infinity", "not_json"),
        (b"{'a': 1}", "not_json"),
        (b'{"a": 1,}', "not_json"),
        (b"[1,]", "not_json"),
        (b"[1", "not_json"),
        (b'"abc', "not_json"),
        (b'"\\ud83c"', "not_json"),
        (b'"\n"', "not_json"),
        (b"01", "not_json"),
        (b"{} {}", "trailing_text"),
        (b"1e999", "number_out_of_range"),
        (b"1234567890123456", "number_too_long"),
        (b'{"a": 1, "a": 1}', "duplicate_key"),
        (b'{"a": 1, "\\u0061": 1}', "duplicate_key"),
        (b'"' + b"a" * 1_001 + b'"', "string_too_long"),
        (b"[" + b"0," * 999 + b"0]", "too_many_values"),
        (b"[" * 65, "too_deep"),
        (b'{"a":' * 65, "too_deep"),
        (b" " * 10_001, "too_large"),
    ],
)
def test_nonsense_is_refused_by_kind(data: bytes, kind: str) -> None:
    assert refusal(data).kind == kind


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{\n"b": [1, oops]\n}', "line 2, column 10: not JSON: expected a value, found 'oops'"),
        ('{"a": 1,\n "a": 2}', 'line 2, column 2: the key "a" appears twice in one object'),
        ('["♠♥", x]', "line 1, column 8: not JSON: expected a value, found 'x'"),
        ("[[[1]]]", "line 1, column 3: nested deeper than 2 levels"),
        ("", "the file is empty"),
    ],
)
def test_a_refusal_says_where_and_why(text: str, message: str) -> None:
    error = refusal(text.encode(), max_depth=2)
    assert str(error) == message
    assert str(error).endswith(error.message)


def test_a_refusal_is_a_value_error_with_a_place() -> None:
    error = refusal(b"[1,\n  2,\n  }")
    assert isinstance(error, ValueError)
    assert (error.kind, error.line, error.column) == ("not_json", 3, 3)


def test_a_refusal_survives_the_way_between_processes() -> None:
    error = refusal(b"[\n?")
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is JsonDoorError
    assert (str(copy), copy.kind, copy.line, copy.column) == (str(error), error.kind, 2, 1)


def test_a_hundred_megabytes_are_refused_unread() -> None:
    error = refusal(b"[" * 100_000_000, max_bytes=1_000_000)
    assert error.kind == "too_large"
    assert str(error) == "100000000 bytes; the limit is 1000000"


def test_nesting_beyond_any_stack_is_only_too_deep() -> None:
    error = refusal(b"[" * 5_000_000, max_bytes=10_000_000, max_values=10_000_000, max_depth=1_000)
    assert (error.kind, error.column) == ("too_deep", 1_001)


def test_limits_hold_at_their_exact_value() -> None:
    check(
        b'{"ab": [12, "cd"]}', max_bytes=18, max_depth=2, max_values=4, max_string=2, max_digits=2
    )
    data = b'{"ab": [12, "cd"]}'
    for limit, kind in [
        ({"max_bytes": 17}, "too_large"),
        ({"max_depth": 1}, "too_deep"),
        ({"max_values": 3}, "too_many_values"),
        ({"max_string": 1}, "string_too_long"),
        ({"max_digits": 1}, "number_too_long"),
    ]:
        assert refusal(data, **limit).kind == kind


def test_only_bytes_and_natural_limits_are_taken() -> None:
    with pytest.raises(TypeError):
        check("{}")  # type: ignore[arg-type]
    with pytest.raises(OverflowError):
        check(b"{}", max_depth=-1)


def test_threads_share_the_door() -> None:
    data = json.dumps([{"a": i} for i in range(300)]).encode()
    refused: list[str] = []

    def visit() -> None:
        check(data)
        refused.append(refusal(data[:-1]).kind)

    threads = [threading.Thread(target=visit) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == ["not_json"] * 8


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15) + 1, 10**15 - 1) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=30,
)


@given(JSON, st.booleans(), st.sampled_from([None, 2]))
def test_what_python_writes_passes(value: object, ascii_only: bool, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    check(text.encode("utf-8", "surrogatepass"), max_bytes=1_000_000)


@given(st.binary(max_size=200) | st.text('[]{}":,0123456789.eE+-tfn\\u \n').map(str.encode))
def test_what_passes_python_reads(data: bytes) -> None:
    try:
        check(data)
    except JsonDoorError:
        return
    json.loads(data)


def test_fingerprints_are_fixed_for_ever() -> None:
    assert fingerprint(b"") == 0xEFD0_1F60_BA99_2926
    assert fingerprint(b"foobar") == 0x2C22_1949_22D1_672B


@given(st.binary(), st.binary())
def test_fingerprints_tell_bytes_apart(one: bytes, other: bytes) -> None:
    assert 0 <= fingerprint(one) < 2**64
    assert (fingerprint(one) == fingerprint(other)) == (one == other)


def test_fingerprints_do_not_depend_on_the_process() -> None:
    program = "from darwindeck._core import fingerprint; print(fingerprint(b'queen of spades'))"
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("0", "1", "4242")
    }
    assert printed == {str(fingerprint(b"queen of spades"))}


def test_the_core_has_the_version_of_the_package() -> None:
    assert _core.__version__ == importlib.metadata.version("darwindeck")
