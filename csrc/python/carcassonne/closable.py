"""Objects that can be closed before Python collects them."""
from .errors import CarcassonneError


class Closable:
    """An object that refuses its methods after `close`, which deletes its fields."""

    def close(self) -> None:
        """Frees the memory of the object. A second call has no effect."""
        self.__dict__.clear()

    def __enter__(self):
        return self

    def __exit__(self, *_exception) -> None:
        self.close()

    def __getattr__(self, name: str):
        if name.startswith("_") and not name.startswith("__"):
            raise CarcassonneError(f"this {type(self).__name__} has been closed", "closed")
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
