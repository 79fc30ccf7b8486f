"""The exception of the package."""


class CarcassonneError(Exception):
    """An action, text or option that is refused, a script that fails, or a library that is missing.

    `code` is "illegal" (an action that is not legal), "invalid" (a wrong text, option or library),
    "script" (a function of a script failed), "memory" (the allocator refused memory), "busy" or
    "closed" (the object was closed). `line` is the line of the invalid text, from 1; 0 if there is
    no text. The call that raised this exception changed nothing.
    """

    def __init__(self, message: str, code: str = "invalid", line: int = 0):
        super().__init__(f"line {line}: {message}" if line > 0 else message)
        self.code = code
        self.line = line
