"""Runs the blocks of Python in lua/doc/HOSTS.md whose marks name this file."""
import contextlib
import io
import os
import re
import unittest

MARKED = r"test_manual\.py[^\n]*-->\n```python\n(.*?)```"
PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lua/doc/HOSTS.md")


class Manual(unittest.TestCase):
    """The code in the manual."""

    def test_each_block_runs(self):
        with open(PAGE, encoding="utf-8") as file:
            blocks = re.findall(MARKED, file.read(), re.DOTALL)
        self.assertGreaterEqual(len(blocks), 3)
        for block in blocks:
            with self.subTest(block=block[:60]), contextlib.redirect_stdout(io.StringIO()):
                exec(compile(block, PAGE, "exec"), {})


if __name__ == "__main__":
    unittest.main()
