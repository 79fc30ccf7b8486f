"""Finds and loads libcarcassonne-full.

The library is the first of these that exists:

1. the file that the environment variable CARCASSONNE_LIBRARY names,
2. libcarcassonne-full.so in the folder of this package,
3. build/lib/libcarcassonne-full.so of the checkout that contains this package,
4. libcarcassonne-full.so, as the system's linker finds it.

The declarations of its functions (carcassonne_ffi.h) are beside the library, or in the folder of
this package.
"""
import os
from typing import Iterator, Optional, Tuple

import cffi

from .errors import CarcassonneError

VARIABLE = "CARCASSONNE_LIBRARY"
NAME = "libcarcassonne-full.so"
HEADER = "carcassonne_ffi.h"
PACKAGE = os.path.dirname(os.path.abspath(__file__))
CHECKOUT = os.path.join(PACKAGE, *[os.pardir] * 3, "build", "lib")


def candidates() -> Iterator[str]:
    """Yields the names of the library in the order in which they are tried."""
    if os.environ.get(VARIABLE):
        yield os.environ[VARIABLE]
        return
    for folder in (PACKAGE, CHECKOUT):
        path = os.path.join(folder, NAME)
        if os.path.exists(path):
            yield path
    yield NAME


def header_of(path: str) -> Optional[str]:
    """Returns the path of the declarations for a library; None if there is no such file."""
    for folder in (os.path.dirname(path), PACKAGE, CHECKOUT):
        header = os.path.join(folder, HEADER)
        if folder and os.path.exists(header):
            return header
    return None


def open_library(path: str) -> Tuple[cffi.FFI, object]:
    """Loads a library and its declarations, and checks that they have the same ABI version."""
    opened = cffi.FFI()
    library = opened.dlopen(path)
    header = header_of(path)
    if header is None:
        raise CarcassonneError(f"{path}: {HEADER} is neither beside the library nor in {PACKAGE}")
    with open(header, encoding="utf-8") as file:
        opened.cdef(file.read())
    found, expected = library.carc_abi_version(), library.CARC_ABI_VERSION
    if found != expected:
        raise CarcassonneError(f"{path} has the ABI version {found}; {header} expects {expected}")
    return opened, library


def load() -> Tuple[cffi.FFI, object]:
    """Loads the first library that exists."""
    problems = []
    for path in candidates():
        try:
            return open_library(path)
        except OSError as problem:
            problems.append(str(problem))
    raise CarcassonneError(f"{NAME} was not found (set {VARIABLE} to its path): "
                           + "; ".join(problems))


ffi, lib = load()

MESSAGE_SIZE = 1000
CODES = [ffi.string(lib.carc_status_name(code)).decode() for code in range(lib.CARC_ERR_BUSY + 1)]


def error_of(error) -> CarcassonneError:
    """Returns the exception for a carc_error."""
    return CarcassonneError(text_of(error.message), CODES[error.code], error.line)


def text_of(pointer) -> str:
    """Returns a text of the library as a string."""
    return ffi.string(pointer).decode("utf-8", "replace")


def bytes_of(text: str, what: str) -> bytes:
    """Returns a string for the library, which ends texts with a zero byte."""
    if not isinstance(text, str):
        raise TypeError(f"{what}: expected a string, got {type(text).__name__}")
    if "\0" in text:
        raise CarcassonneError(f"{what}: the text contains a zero byte")
    return text.encode("utf-8", "surrogateescape")
