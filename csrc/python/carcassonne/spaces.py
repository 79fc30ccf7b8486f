"""The spaces of actions and observations: small classes with the parts of gymnasium's spaces that
an environment needs."""
import random
import sys
from types import ModuleType
from typing import Mapping, Optional, Sequence, Tuple


def module_for_arrays() -> ModuleType:
    """Returns gymnasium.spaces if it is installed, or else this module."""
    try:
        import gymnasium.spaces
    except ImportError:
        return sys.modules[__name__]
    return gymnasium.spaces


class Space:
    """A set of values."""

    shape: Optional[Tuple[int, ...]] = None
    dtype: Optional[str] = None

    def __init__(self):
        self._random = random.Random()

    def seed(self, seed: Optional[int] = None) -> None:
        """Sets the seed of `sample`."""
        self._random.seed(seed)

    def __contains__(self, value: object) -> bool:
        return self.contains(value)


class Discrete(Space):
    """The integers from 0 to `n` - 1."""

    shape, dtype = (), "int64"

    def __init__(self, n: int):
        super().__init__()
        self.n = n

    def contains(self, value: object) -> bool:
        """Whether the value is an integer from 0 to `n` - 1."""
        return hasattr(value, "__index__") and 0 <= value.__index__() < self.n

    def sample(self, mask: Optional[Sequence[int]] = None) -> int:
        """Returns a random integer; with a mask, one at which the mask is 1. If the mask is 0
        everywhere, returns 0."""
        if mask is None:
            return self._random.randrange(self.n)
        if len(mask) != self.n:
            raise ValueError(f"expected a mask of {self.n} numbers, got {len(mask)}")
        data = bytes(mask)
        legal = len(data.translate(None, b"\0"))
        if legal == 0:
            return 0
        at = -1
        for _ in range(self._random.randrange(legal) + 1):
            at = data.find(1, at + 1)
        return at

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Discrete) and other.n == self.n

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class Box(Space):
    """Arrays of numpy with one shape and type, whose numbers are from `low` to `high`."""

    def __init__(self, low: float, high: float, shape: Tuple[int, ...], dtype):
        super().__init__()
        self.low, self.high, self.shape, self.dtype = low, high, shape, dtype

    def contains(self, value: object) -> bool:
        """Whether the value is such an array."""
        return (getattr(value, "shape", None) == self.shape and value.dtype == self.dtype
                and bool((value >= self.low).all() and (value <= self.high).all()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and vars(other).items() >= {
            "low": self.low, "high": self.high, "shape": self.shape}.items()

    def __repr__(self) -> str:
        return f"Box({self.low}, {self.high}, {self.shape}, {self.dtype})"


class Mask(Space):
    """Bytes that are 0 or 1."""

    def __init__(self, n: int):
        super().__init__()
        self.n, self.shape = n, (n,)

    def contains(self, value: object) -> bool:
        """Whether the value is a bytearray of `n` such bytes."""
        return (isinstance(value, bytearray) and len(value) == self.n
                and not value.translate(None, b"\0\1"))

    def __repr__(self) -> str:
        return f"Mask({self.n})"


class Text(Space):
    """Strings of at most `max_length` letters."""

    def __init__(self, max_length: int):
        super().__init__()
        self.max_length = max_length

    def contains(self, value: object) -> bool:
        """Whether the value is such a string."""
        return isinstance(value, str) and len(value) <= self.max_length

    def __repr__(self) -> str:
        return f"Text({self.max_length})"


class Dict(Space):
    """Dictionaries with a space for each key."""

    def __init__(self, spaces: Mapping[str, Space]):
        super().__init__()
        self.spaces = dict(spaces)

    def contains(self, value: object) -> bool:
        """Whether the value has exactly these keys, each with a value of its space."""
        return (isinstance(value, dict) and value.keys() == self.spaces.keys()
                and all(self.spaces[key].contains(value[key]) for key in value))

    def __getitem__(self, key: str) -> Space:
        return self.spaces[key]

    def keys(self):
        """The keys."""
        return self.spaces.keys()

    def __repr__(self) -> str:
        return f"Dict({self.spaces})"
